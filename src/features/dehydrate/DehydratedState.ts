import type { PackedError } from '../../shared/codec/valueCodec.ts';

/** The format that this version of the library writes and reads. */
export const STATE_FORMAT = 1;

/**
 * The state of a store as plain JSON: made by `dehydrate(store)`, read by `rehydrate(store,
 * state)`. Times are ms since epoch by the clock of the store that made it. Do not rely on its
 * members: they may differ between versions of the library.
 */
export interface DehydratedState {
  /** The version of the format. States of another version are not read. */
  readonly streambed: number;
  /** When the state was made. */
  readonly at: number;
  /** The last `seq` of the store that made it. */
  readonly seq: number;
  /** Entity keys of which all entities were fetched. */
  readonly kinds: readonly string[];
  /** The entity keys of the rows. Rows refer to them by index. */
  readonly types: readonly string[];
  /** The times of rows and results, which refer to them by index. */
  readonly stamps: readonly DehydratedStamp[];
  /** Entities in insertion order, then removed ones. */
  readonly rows: readonly DehydratedRow[];
  /** The results of endpoint keys. */
  readonly results: readonly DehydratedResult[];
  /**
   * For parts of a page: whether it arrived after rendering began. Reads without Suspense do not
   * render it.
   */
  readonly late?: boolean;
  /** The state that reads without Suspense render instead. */
  readonly before?: DehydratedState;
}

/** When a row was requested, when it arrived, and when it becomes stale (`null`: never). */
export type DehydratedStamp = readonly [
  fetchedAt: number,
  receivedAt: number,
  expiresAt: number | null,
];

/**
 * One entity. A removed one has no record; if its class declares a version, it has `removed`, the
 * last record. So has one with another primary key, which stands in place of the record.
 */
export type DehydratedRow = readonly [
  type: number,
  pk: string,
  stamp: number,
  record?: unknown,
  removed?: unknown,
];

/** The result of one endpoint key. */
export interface DehydratedResult {
  readonly key: string;
  readonly stamp: number;
  /** The packed normalized data of the last success, if there is one. */
  readonly result?: unknown;
  readonly error?: PackedError;
  readonly policy?: 'soft' | 'hard';
  /** Whether it was expired by a call. */
  readonly expired?: true;
  /** Whether it was invalidated, without a response since. */
  readonly invalidated?: true;
}
