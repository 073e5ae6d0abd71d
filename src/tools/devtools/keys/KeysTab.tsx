/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { KeyReport } from '../../inspect/reports.ts';
import type { TabProps } from '../panel/TabProps.ts';
import { useKept } from '../panel/useKept.ts';
import { useSampled } from '../panel/useSampled.ts';
import { useValue } from '../panel/useValue.ts';
import { formatCount, shortText } from '../components/format.ts';
import { SortHeader } from '../components/SortHeader.tsx';
import { Split } from '../components/Split.tsx';
import { StatusBadge } from '../components/StatusBadge.tsx';
import { Chip, SearchField } from '../components/Toolbar.tsx';
import { VirtualGrid } from '../components/VirtualGrid.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { KeyDetails } from './KeyDetails.tsx';
import {
  countsOf,
  filterKeys,
  type FilterName,
  filterNames,
  type KeyFilter,
  noFilter,
  type SortColumn,
} from './keyFilter.ts';

/** All endpoint keys of the store, and the details of one. */
export function KeysTab({ session }: TabProps): VNode {
  const reports = useSampled(session, keysOf);
  const [filter, setFilter] = useKept<KeyFilter>(session, 'keys', noFilter);
  const { key: selected } = useValue(session.route$);
  const counts = useMemo(() => countsOf(reports), [reports]);
  const shown = useMemo(() => filterKeys(reports, filter), [reports, filter]);
  const now = session.inspector.now();

  const toggle = (name: FilterName, isOn: boolean): void => {
    const others = filter.on.filter((other) => other !== name);
    setFilter({ ...filter, on: isOn ? [...others, name] : others });
  };
  const header = (column: SortColumn, title: string): VNode => (
    <SortHeader
      isSorted={filter.sort === column}
      isDescending={filter.isDescending}
      onSort={(isDescending) =>
        setFilter({
          ...filter,
          sort: isDescending === undefined ? undefined : column,
          isDescending: isDescending ?? false,
        })
      }
    >
      {title}
    </SortHeader>
  );

  return (
    <Split
      label="Key"
      details={selected !== undefined && <KeyDetails session={session} endpointKey={selected} />}
      onClose={() => session.replace({ tab: 'keys' })}
    >
      <div class="toolbar">
        <SearchField
          label="Search keys"
          value={filter.text}
          onInput={(text) => setFilter({ ...filter, text })}
        />
        {filterNames.map((name) => (
          <Chip key={name} isOn={filter.on.includes(name)} onChange={(isOn) => toggle(name, isOn)}>
            {name} {formatCount(counts[name])}
          </Chip>
        ))}
      </div>
      {shown.length === 0 ? (
        <p class="empty">
          {reports.length === 0
            ? 'No key yet: no endpoint was observed, read or fetched.'
            : 'No key passes the filter.'}
        </p>
      ) : (
        <VirtualGrid
          label="Keys"
          columns="keys-columns"
          count={shown.length}
          rowHeight={26}
          head={
            <>
              {header('name', 'Endpoint')}
              {header('args', 'Args')}
              {header('status', 'Status')}
              {header('observers', 'Observers')}
              <span role="columnheader">Last error</span>
            </>
          }
          renderRow={(index) => <Cells report={shown[index]} now={now} />}
          selected={shown.findIndex(({ key }) => key === selected)}
          onSelect={(index) => session.replace({ tab: 'keys', key: shown[index].key })}
        />
      )}
    </Split>
  );
}

function keysOf({ inspector }: DevtoolsSession): readonly KeyReport[] {
  return inspector.keys();
}

function Cells({
  report: { args, name, observers, state },
  now,
}: {
  readonly report: KeyReport;
  readonly now: number;
}): VNode {
  return (
    <>
      <span role="gridcell">{name}</span>
      <span role="gridcell" class="mono">
        {shortText(args)}
      </span>
      <span role="gridcell" class="status">
        <StatusBadge state={state} now={now} />
      </span>
      <span role="gridcell" class="number">
        {observers.length || ''}
      </span>
      <span role="gridcell" class="bad">
        {state.error?.message}
      </span>
    </>
  );
}
