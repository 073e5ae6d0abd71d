import { type FlushReport, inspectedStorages } from '../../features/persist/inspectedStorages.ts';
import type { StorageStatus } from '../../features/persist/StoredSession.ts';
import type { Reader, Stored, TableName } from '../../features/storage/Storage.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StateObservable } from '../../kernel/streams/StateObservable.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { packValue } from '../../shared/codec/valueCodec.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

export type { FlushReport, StorageStatus };

/** What a storage contains of one kind. */
export interface StoredAmount {
  readonly count: number;
  /** The size of the records and their keys as JSON. The storage itself may need more. */
  readonly bytes: number;
}

/** The stored rows of an entity class. */
export interface StoredRowsReport extends StoredAmount {
  readonly entityKey: string;
  /** How many of the rows stand for removed entities. */
  readonly removed: number;
}

/** What a storage contains at one moment. */
export interface StorageContent {
  /** The session token: another one after each log-out. */
  readonly session: string;
  /** When a store, of this tab or another, last stored something; 0: never. */
  readonly flushedAt: number;
  readonly rows: readonly StoredRowsReport[];
  readonly results: StoredAmount;
}

/** Reads what `persist` stores for a store, for devtools. */
export interface StorageInspector {
  /** The options `name` and `version` of `persist`. */
  readonly name: string;
  readonly version: number;
  readonly status$: StateObservable<StorageStatus>;
  /** The last flush of this store; `undefined`: there was none. */
  readonly lastFlush: FlushReport | undefined;
  /**
   * Reads the whole storage and counts. Resolves with `undefined` if the storage is not used, rejects
   * if it fails.
   */
  count(): Promise<StorageContent | undefined>;
}

/**
 * The storage of a store; `undefined` if the store has no plugin `persist`, or nothing to store in.
 * Throws `SB_DEVELOPMENT_ONLY` in production builds.
 */
export function inspectStorage(store: Store): StorageInspector | undefined {
  if (!DEVELOPMENT) {
    throw new StreambedError(
      'SB_DEVELOPMENT_ONLY',
      'inspectStorage() was called in a production build.',
    );
  }
  const inspected = inspectedStorages.get(internalsOf(store).assertAlive());
  return (
    inspected && {
      name: inspected.name,
      version: inspected.version,
      status$: inspected.status$,
      get lastFlush() {
        return inspected.lastFlush;
      },
      count: () =>
        inspected.read(async (tables, { flushedAt, token }) => ({
          session: token,
          flushedAt,
          rows: await rowsIn(tables),
          results: await resultsIn(tables),
        })),
    }
  );
}

/** How many records are read at once. */
const SLICE = 500;

async function rowsIn(tables: Reader): Promise<readonly StoredRowsReport[]> {
  const counts = new Map<string, { count: number; removed: number; bytes: number }>();
  await visit(tables, 'rows', (record) => {
    const [key, value] = record;
    const entityKey = key[0];
    const of = counts.get(entityKey) ?? { count: 0, removed: 0, bytes: 0 };
    counts.set(entityKey, of);
    of.count++;
    of.bytes += sizeOf(record);
    // A stored row without a record stands for a removed entity.
    if (!(Array.isArray(value) && value[3])) of.removed++;
  });
  return [...counts].map(([entityKey, of]) => ({ entityKey, ...of }));
}

async function resultsIn(tables: Reader): Promise<StoredAmount> {
  let [count, bytes] = [0, 0];
  await visit(tables, 'results', (record) => {
    count++;
    bytes += sizeOf(record);
  });
  return { count, bytes };
}

async function visit(
  tables: Reader,
  name: TableName,
  see: (record: Stored) => void,
): Promise<void> {
  let after: Stored[0] | undefined;
  for (;;) {
    const records = await tables.range(name, [], SLICE, after);
    for (const record of records) see(record);
    if (records.length < SLICE) return;
    after = records.at(-1)![0];
  }
}

/** Bytes of a record as JSON in UTF-8. */
function sizeOf([key, value]: Stored): number {
  let bytes = 0;
  for (const char of JSON.stringify([key, packValue(value, 'A stored record')])) {
    const point = char.codePointAt(0) ?? 0;
    if (point < 0x80) bytes += 1;
    else if (point < 0x800) bytes += 2;
    else bytes += point < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
