/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import type { TabProps } from '../panel/TabProps.ts';
import { useSampled } from '../panel/useSampled.ts';
import { useKept } from '../panel/useKept.ts';
import { useValue } from '../panel/useValue.ts';
import { countOf, formatCount } from '../components/format.ts';
import { preview } from '../components/jsonValues.tsx';
import { Split } from '../components/Split.tsx';
import { countdown } from '../components/statusText.ts';
import { SearchField } from '../components/Toolbar.tsx';
import { VirtualGrid } from '../components/VirtualGrid.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { EntityDetails } from './EntityDetails.tsx';
import { classesOf, type EntityPks, pksOf } from './entityRows.ts';
import { Layers } from './Layers.tsx';
import { useEntitySearch } from './useEntitySearch.ts';

/** The entities by class, the layers above them, and the details of one entity. */
export function EntitiesTab({ session }: TabProps): VNode {
  const classes = useSampled(session, classesOf);
  const { entity } = useValue(session.route$);
  const [chosen, setChosen] = useKept<string | undefined>(session, 'entities', undefined);
  const wanted = entity?.entityKey ?? chosen;
  // A class whose last entity was removed is still chosen.
  const entityKey = wanted ?? classes[0]?.entityKey;

  return (
    <Split
      label="Entity"
      details={
        entity && (
          <EntityDetails key={`${entity.entityKey}\0${entity.pk}`} session={session} of={entity} />
        )
      }
      onClose={() => session.replace({ tab: 'entities' })}
    >
      <Layers session={session} />
      {entityKey === undefined ? (
        <p class="empty">The store has no entity.</p>
      ) : (
        <Rows
          key={entityKey}
          session={session}
          entityKey={entityKey}
          selected={entity?.pk}
          chooser={
            <select
              class="field"
              aria-label="Entity class"
              value={entityKey}
              onChange={({ currentTarget }) => {
                setChosen(currentTarget.value);
                session.replace({ tab: 'entities' });
              }}
            >
              {!classes.some((known) => known.entityKey === entityKey) && (
                <option value={entityKey}>{entityKey} (0)</option>
              )}
              {classes.map((known) => (
                <option key={known.entityKey} value={known.entityKey}>
                  {known.entityKey} ({formatCount(known.count)})
                </option>
              ))}
            </select>
          }
        />
      )}
    </Split>
  );
}

function Rows({
  session,
  entityKey,
  selected,
  chooser,
}: {
  readonly session: DevtoolsSession;
  readonly entityKey: string;
  readonly selected: string | undefined;
  readonly chooser: VNode;
}): VNode {
  const read = useCallback(
    (from: DevtoolsSession, before?: EntityPks) => pksOf(from, entityKey, before),
    [entityKey],
  );
  const rows = useSampled(session, read);
  const [text, setText] = useKept(session, `entities ${entityKey}`, '');
  const { pks, isSearching } = useEntitySearch(rows, text);
  const now = session.inspector.now();
  return (
    <>
      <div class="toolbar">
        {chooser}
        <SearchField label="Search pk or members" value={text} onInput={setText} />
        <span class="dim" role="status">
          {countOf(pks.length, 'row')}
          {isSearching && ', searching…'}
        </span>
      </div>
      <VirtualGrid
        label={`Entities of ${entityKey}`}
        columns="entities-columns"
        count={pks.length}
        rowHeight={24}
        head={
          <>
            <span role="columnheader">pk</span>
            <span role="columnheader">Record</span>
            <span role="columnheader">Expires</span>
          </>
        }
        renderRow={(index) => <Cells rows={rows} pk={pks[index]} now={now} />}
        selected={selected === undefined ? -1 : pks.indexOf(selected)}
        onSelect={(index) =>
          session.replace({ tab: 'entities', entity: { entityKey, pk: pks[index] } })
        }
      />
    </>
  );
}

function Cells({
  rows: { entityKey, table },
  pk,
  now,
}: {
  readonly rows: EntityPks;
  readonly pk: string;
  readonly now: number;
}): VNode {
  const record = table.get(entityKey, pk);
  const left = (table.meta(entityKey, pk)?.expiresAt ?? 0) - now;
  return (
    <>
      <span role="gridcell" class="mono">
        {pk}
      </span>
      <span role="gridcell" class={record ? 'mono' : 'removed'}>
        {record ? preview(record, 6) : 'removed'}
      </span>
      <span role="gridcell" class="number dim">
        {record && (left === Infinity ? 'never' : left > 0 ? countdown(left) : 'stale')}
      </span>
    </>
  );
}
