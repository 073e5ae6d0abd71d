import type { EntityMeta } from '../../data/schema/Schema.ts';

/** The result of one endpoint key: a row of the table that brings its meta itself. */
export interface ResultRecord extends EntityMeta {
  /** The normalized response of the last success; meaningful if `hasResult`. */
  readonly result: unknown;
  readonly hasResult: boolean;
  /** The failure of the last request, if it failed. */
  readonly error: Error | undefined;
  /** `soft`: show the data, if there is any, in spite of the error. */
  readonly errorPolicy: 'soft' | 'hard' | undefined;
  /** 0: expired by a call, not by time. */
  readonly expiresAt: number;
  /** The `seq` of the last invalidation; only responses to later requests are shown. 0: none. */
  readonly invalidatedSeq: number;
  /**
   * The `seq` of the last expiry by a call; responses to earlier requests are stale on arrival. 0:
   * none.
   */
  readonly expiredSeq: number;
}

/** The result of a key without a response. */
export const NO_RESULT: ResultRecord = {
  result: undefined,
  hasResult: false,
  error: undefined,
  errorPolicy: undefined,
  seq: 0,
  fetchedAt: 0,
  receivedAt: 0,
  expiresAt: 0,
  invalidatedSeq: 0,
  expiredSeq: 0,
};
