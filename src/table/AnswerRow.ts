/** What is known of one endpoint key. Times are ms since epoch. */
export interface AnswerRow {
  /** Stored form of the last good answer; meaningful if `answered`. */
  readonly result: unknown;
  readonly answered: boolean;
  /** The failure of the last request, if it failed. */
  readonly error: Error | undefined;
  /** `soft`: data, if there is any, is shown in spite of the error. */
  readonly errorPolicy: 'soft' | 'hard' | undefined;
  /** Place in the store's order of the request that gave this. */
  readonly seq: number;
  readonly fetchedAt: number;
  readonly receivedAt: number;
  /** 0: expired by a call, not by time. */
  readonly expiresAt: number;
  /** Place in the order of the last invalidation; only answers to later requests are shown. 0: none. */
  readonly invalidatedSeq: number;
  /** Place in the order of the last expiry by a call; answers to earlier requests are stale as they come. 0: none. */
  readonly expiredSeq: number;
}

/** A key of which nothing is known. */
export const NO_ANSWER: AnswerRow = {
  result: undefined,
  answered: false,
  error: undefined,
  errorPolicy: undefined,
  seq: 0,
  fetchedAt: 0,
  receivedAt: 0,
  expiresAt: 0,
  invalidatedSeq: 0,
  expiredSeq: 0,
};
