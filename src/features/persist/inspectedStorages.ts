import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { Reader, TableName } from '../storage/Storage.ts';
import type { StoredInfo } from './StoredSession.ts';

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
  lastFlush: FlushReport | undefined;
  read<R>(work: (tables: Reader, info: StoredInfo) => Promise<R>): Promise<R | undefined>;
}

/** The storages of stores. In production builds it stays empty. */
export const inspectedStorages = /* @__PURE__ */ new WeakMap<StoreInternals, InspectedStorage>();

/** Notes a flush that has ended. */
export function noteFlush(
  internals: StoreInternals,
  startedAt: number,
  writes: readonly (readonly [table: TableName, ...unknown[]])[],
): void {
  const inspected = inspectedStorages.get(internals);
  if (!inspected) return;
  const at = internals.clock.now();
  const countIn = (name: TableName): number => writes.filter(([table]) => table === name).length;
  inspected.lastFlush = {
    at,
    ms: at - startedAt,
    rows: countIn('rows'),
    results: countIn('results'),
  };
}
