/** The form that this version of the library writes and reads. */
export const STATE_FORMAT = 1;

/**
 * What a store knows, as plain JSON: made by `dehydrate(store)`, taken by `rehydrate(store, state)`. Times are
 * ms since epoch by the clock of the store that made it. Its members are no interface: other versions of the library may have others.
 */
export interface DehydratedState {
  /** Which form this is. States of another one are not read. */
  readonly streambed: number;
  /** When it was made. */
  readonly at: number;
  /** The last place in the order of the store that made it. */
  readonly seq: number;
  /** Kinds of which all entities were asked for. */
  readonly kinds: readonly string[];
  /** The kinds of the rows; rows name them by their place. */
  readonly types: readonly string[];
  /** How fresh rows and answers are; they name a stamp by its place. */
  readonly stamps: readonly DehydratedStamp[];
  /** Entities in the order in which they came, then removed ones. */
  readonly rows: readonly DehydratedRow[];
  /** What is known of endpoint keys. */
  readonly answers: readonly DehydratedAnswer[];
  /** For parts of a page: whether it came while the page was rendered. Reads that do not suspend are rendered without it. */
  readonly late?: boolean;
  /** What they are rendered with instead. */
  readonly before?: DehydratedState;
}

/** When something was asked for, when it arrived, when it becomes stale: `null` for never. */
export type DehydratedStamp = readonly [
  fetchedAt: number,
  receivedAt: number,
  expiresAt: number | null,
];

/** One entity. A removed one has no record. */
export type DehydratedRow = readonly [type: number, pk: string, stamp: number, record?: unknown];

/** What is known of one endpoint key. */
export interface DehydratedAnswer {
  readonly key: string;
  readonly stamp: number;
  /** Packed stored form of the last good answer, if there is one. */
  readonly result?: unknown;
  readonly error?: DehydratedError;
  readonly policy?: 'soft' | 'hard';
  /** Whether it was expired by a call. */
  readonly expired?: true;
  /** Whether it was invalidated, and not answered since. */
  readonly invalidated?: true;
}

/** What is sent of a failure: neither stack nor cause, nothing of the request and of the answer. */
export interface DehydratedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
}
