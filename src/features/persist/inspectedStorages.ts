import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { StateObservable } from '../../kernel/streams/StateObservable.ts';
import type { Reader, TableName } from '../storage/Storage.ts';
import type { StorageStatus, StoredInfo } from './StoredSession.ts';

/** A transaction that stored what had changed. */
export interface FlushReport {
  /** When it ended, ms since epoch. */
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
  /** How many entities and results it brought. */
  readonly rows: number;
  readonly results: number;
}

/** What `persist` lets devtools read. */
export interface InspectedStorage {
  readonly name: string;
  readonly version: number;
  readonly status$: StateObservable<StorageStatus>;
  lastFlush: FlushReport | undefined;
  read<R>(work: (tables: Reader, info: StoredInfo) => Promise<R>): Promise<R | undefined>;
}

/** The storages of stores. In production builds it stays empty. */
export const inspectedStorages = /* @__PURE__ */ new WeakMap<StoreInternals, InspectedStorage>();

/** Notes a flush that has ended. */
export function noteFlush(
  parts: StoreInternals,
  startedAt: number,
  writes: readonly (readonly [table: TableName, ...unknown[]])[],
): void {
  const inspected = inspectedStorages.get(parts);
  if (!inspected) return;
  const at = parts.clock.now();
  const countIn = (name: TableName): number => writes.filter(([table]) => table === name).length;
  inspected.lastFlush = {
    at,
    ms: at - startedAt,
    rows: countIn('rows'),
    results: countIn('results'),
  };
}
