import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { keyAt, splitKey } from '../../kernel/streams/WeakStreams.ts';
import type { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { COMPLETE, RESULTS } from '../../kernel/table/KindRows.ts';
import { sessionOf } from '../channel/StoreSession.ts';
import type { StoredKey, TableName } from '../storage/Storage.ts';
import type { StorableReads } from './StorableReads.ts';
import { resultOf, rowOf, traceAt } from './storedRecords.ts';

/** A record to put, or without a value to delete; `base`: the row that the storage had before. */
export type Write = readonly [table: TableName, key: StoredKey, value?: unknown, base?: unknown];

/** The state that the storage has, the one that it gets, and data that came from the storage since. */
interface States {
  readonly written: EntityTable;
  readonly after: EntityTable;
  readonly loaded: EntityTable;
  /** Rows that the storage lacks: no read had shown their classes. */
  readonly skipped: EntityKeySet;
  /** Rows that are stale for another store, now and in the storage. */
  readonly open: EntityKeySet;
  readonly wasOpen: EntityKeySet;
}

/** What a storage lacks of a state. */
export function writesOf(
  internals: StoreInternals,
  reads: StorableReads,
  { written, after, loaded, skipped, open, wasOpen }: States,
): readonly Write[] {
  const writes: Write[] = [];
  const { versions } = sessionOf(internals);
  const { epoch, lineage, slots } = after;
  // A log-out has emptied the storage.
  const isSameSession = written.epoch === epoch;
  const before = isSameSession ? written : new EntityTable(lineage, [], 0, -1, slots, epoch);
  const changes = before.changesTo(after);
  // Results first: their endpoints tell which entities may be stored.
  for (const key of changes.reserved(RESULTS)) {
    const write = resultWrite(internals, reads, key, after, loaded);
    if (write) writes.push(write);
  }
  const addRow = (kind: string, pk: string, known: EntityTable): void => {
    const meta = after.meta(kind, pk);
    // A row that was only collected stays in the storage.
    if (!meta) return;
    const record = after.get(kind, pk);
    const isOpen = open.has(kind, pk);
    const isLoaded = meta === loaded.meta(kind, pk) && record === loaded.get(kind, pk);
    if (isLoaded && isOpen === wasOpen.has(kind, pk)) return;
    const version = versions?.of(record ?? meta, meta);
    // A row that was collected and came again may lack members.
    const isSame = known.ordinal(kind, pk) === after.ordinal(kind, pk);
    const base = rowOf(isSame ? known : loaded, kind, pk);
    writes.push(['rows', [kind, pk], rowOf(after, kind, pk, version, isOpen), base]);
  };
  for (const rows of changes.kinds) {
    const { key: kind } = rows;
    if (reads.hasKind(kind) === false) continue;
    for (const pk of rows.written()) addRow(kind, pk, before);
  }
  skipped.forEach((kind, pk) => {
    if (reads.hasKind(kind)) addRow(kind, pk, loaded);
  });
  // Writes the rows that became open or closed since the last flush.
  const turn = (from: EntityKeySet, to: EntityKeySet): void =>
    from.forEach((kind, pk) => {
      const isWritten = before.meta(kind, pk) !== after.meta(kind, pk);
      if (!isWritten && !to.has(kind, pk) && reads.hasKind(kind)) addRow(kind, pk, before);
    });
  turn(open, wasOpen);
  turn(wasOpen, open);
  for (const kind of changes.reserved(COMPLETE)) {
    if (loaded.hasAll(kind) || !after.hasAll(kind) || !reads.hasKind(kind)) continue;
    writes.push(['kinds', kind, true]);
  }
  return writes;
}

function resultWrite(
  internals: StoreInternals,
  reads: StorableReads,
  key: string,
  after: EntityTable,
  loaded: EntityTable,
): Write | undefined {
  const row = after.result(key);
  const [own, number] = splitKey(key);
  // Another endpoint with the key may be the first to read it after a reload.
  if (number > 0 || after.result(keyAt(own, 1))) return ['results', own];
  const endpoint = internals.streams.at(key)?.endpoint;
  const mayStore = endpoint !== undefined && reads.mayStore(endpoint);
  if (!row || row === loaded.result(key) || !mayStore) return undefined;
  if (row.invalidatedSeq > 0) return ['results', key, traceAt(internals.clock.now())];
  // A failure says nothing new of the data.
  if (!row.hasResult || row.error !== undefined) return undefined;
  return ['results', key, resultOf(row, sessionOf(internals).versions?.of(row, row))];
}
