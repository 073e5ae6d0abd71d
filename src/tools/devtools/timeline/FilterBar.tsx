/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { formatCount } from '../components/format.ts';
import { SelectField } from '../components/SelectField.tsx';
import { Chip, SearchField } from '../components/Toolbar.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { RecordingSwitches } from './RecordingSwitches.tsx';
import type { Entry } from './entries.ts';
import { entityKeysOf, type EntryFilter, isFiltering, typesOf } from './entryFilter.ts';

/** The filter of the timeline, and the switches of the recording. */
export function FilterBar({
  entries,
  filter,
  onFilter,
  follows,
  onFollows,
  session,
  shownCount,
}: {
  readonly entries: readonly Entry[];
  readonly filter: EntryFilter;
  readonly onFilter: (filter: EntryFilter) => void;
  readonly follows: boolean;
  readonly onFollows: (follows: boolean) => void;
  readonly session: DevtoolsSession;
  readonly shownCount: number;
}): VNode {
  return (
    <div class="toolbar">
      <SearchField
        label="Filter the timeline"
        value={filter.text}
        onInput={(text) => onFilter({ ...filter, text })}
      />
      <SelectField
        label="Type of action"
        value={filter.type}
        options={optionsOf('All types', typesOf(entries), filter.type)}
        onChange={(type) => onFilter({ ...filter, type })}
      />
      <SelectField
        label="Changed entities"
        value={filter.entityKey}
        options={optionsOf('All entities', entityKeysOf(entries), filter.entityKey)}
        onChange={(entityKey) => onFilter({ ...filter, entityKey })}
      />
      <span class="dim number" role="status">
        {isFiltering(filter)
          ? `${formatCount(shownCount)} of ${formatCount(entries.length)}`
          : formatCount(entries.length)}
      </span>
      <span class="spring" />
      <Chip isOn={follows} onChange={onFollows}>
        Follow
      </Chip>
      <RecordingSwitches session={session} />
    </div>
  );
}

/** The chosen value stays in the list, also when its last entry was dropped. */
function optionsOf(all: string, values: readonly string[], chosen: string): [string, string][] {
  const known = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
  return [['', all], ...known.map((value): [string, string] => [value, value])];
}
