import type { AnswerRow } from '../table/AnswerRow.ts';
import type { EndpointView } from '../views/EndpointView.ts';

/**
 * What a reader of a key has to do. `invalid`: fetch and wait. `stale`: show, and fetch in the background. `valid`: show the data or
 * the error.
 */
export type ExpiryStatus = 'invalid' | 'stale' | 'valid';

/** What is known of an endpoint and its arguments. Another object only if a member changed. */
export interface EndpointState<T> {
  readonly status: ExpiryStatus;
  /** The last good value, through refetches and failures; `undefined` before the first and after an invalidation. */
  readonly data: T | undefined;
  /** The failure of the last request; cleared by the next success. */
  readonly error: Error | undefined;
  /** `soft`: the data is to be shown in spite of the error. `hard`: the error is. */
  readonly errorPolicy: 'soft' | 'hard' | undefined;
  /** Whether a request is under way. */
  readonly fetching: boolean;
  /** Whether the data holds what a mutation under way will probably do. */
  readonly optimistic: boolean;
  /** Which try of the request is under way; 0 without one. */
  readonly attempt: number;
  /** When the answer was asked for, ms since epoch; 0: never. */
  readonly fetchedAt: number;
  /** When the answer becomes stale, ms since epoch, unless a live source is open; 0: never fetched, or expired by a call. */
  readonly expiresAt: number;
}

/** The state of a key at a time. Pure; gives the one among `known` that equals it, if there is one. */
export function endpointState<T>(
  row: AnswerRow,
  view: EndpointView,
  now: number,
  invalidIfStale: boolean,
  isFollowed: boolean,
  attempt: number,
  optimistic: boolean,
  known: readonly (EndpointState<T> | undefined)[],
): EndpointState<T> {
  const own = row.answered || row.error !== undefined;
  const error = view.failure ?? row.error;
  const expiresAt = own ? row.expiresAt : view.freshness.expiresAt;
  const isExpiredByCall = row.seq < row.expiredSeq;
  // A live source that is open keeps the data up to date.
  const expired = isExpiredByCall || (!isFollowed && expiresAt < now);
  const status = statusOf(row, view, expired, invalidIfStale);
  // Expired by a call, data that must not be shown when stale is not there at all; expired by time, who shows it may go on.
  const hidden = status === 'invalid' && invalidIfStale && isExpiredByCall;
  const next: EndpointState<T> = {
    status,
    // The cast holds: the view is what the schema of the endpoint reads.
    data: hidden ? undefined : (view.data as T | undefined),
    error,
    errorPolicy: error === undefined ? undefined : view.failure ? 'hard' : row.errorPolicy,
    fetching: attempt > 0,
    optimistic,
    attempt,
    fetchedAt: own ? row.fetchedAt : view.freshness.fetchedAt,
    expiresAt,
  };
  return known.find((state) => state && sameState(state, next)) ?? next;
}

function statusOf(
  row: AnswerRow,
  view: EndpointView,
  expired: boolean,
  invalidIfStale: boolean,
): ExpiryStatus {
  if (view.failure) return 'valid';
  const whenExpired = invalidIfStale ? 'invalid' : 'stale';
  switch (view.source) {
    case 'answer':
      if (!expired) return 'valid';
      // An answer of undefined holds nothing that must not be shown; as invalid it could not be told from none.
      return view.data === undefined ? 'stale' : whenExpired;
    case 'inferred': {
      if (row.error !== undefined && !expired) return 'valid';
      return expired || !view.complete ? whenExpired : 'valid';
    }
    case 'none':
      return row.error !== undefined && !expired ? 'valid' : 'invalid';
  }
}

function sameState(a: EndpointState<unknown>, b: EndpointState<unknown>): boolean {
  return (
    a.status === b.status &&
    Object.is(a.data, b.data) &&
    a.error === b.error &&
    a.errorPolicy === b.errorPolicy &&
    a.attempt === b.attempt &&
    a.optimistic === b.optimistic &&
    a.fetchedAt === b.fetchedAt &&
    a.expiresAt === b.expiresAt
  );
}
