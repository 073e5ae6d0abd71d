import type { ResultRecord } from '../table/ResultRecord.ts';
import type { EndpointView } from '../views/EndpointView.ts';

/**
 * Tells a new observer what to do. `invalid`: fetch and wait. `stale`: show the data, and fetch in
 * the background. `valid`: show the data or the error.
 */
export type ExpiryStatus = 'invalid' | 'stale' | 'valid';

/** The state of an endpoint and its args. The same object until a member changes. */
export interface EndpointState<T> {
  readonly status: ExpiryStatus;
  /**
   * The data of the last success, kept during refetches and after failures. `undefined` before the
   * first success and after an invalidation.
   */
  readonly data: T | undefined;
  /** The failure of the last request; cleared by the next success. */
  readonly error: Error | undefined;
  /** `soft`: show the data in spite of the error. `hard`: show the error. */
  readonly errorPolicy: 'soft' | 'hard' | undefined;
  /** Whether a request is in flight. */
  readonly fetching: boolean;
  /** Whether the data contains the prediction of a pending mutation. */
  readonly optimistic: boolean;
  /** The number of the current try of the request, from 1; 0 without a request. */
  readonly attempt: number;
  /** When the data was requested, ms since epoch; 0: never. */
  readonly fetchedAt: number;
  /**
   * When the data becomes stale, ms since epoch, unless a live source is open. 0: never fetched, or
   * expired by a call.
   */
  readonly expiresAt: number;
}

/** What a state shows of a read. */
export interface ShownRequest {
  readonly attempt: number;
  readonly isOpen: boolean;
  readonly isSettled: boolean;
}

/** A read that waits for its turn. */
export const POSTPONED: ShownRequest = { attempt: 1, isOpen: false, isSettled: false };

/** The state for `null` args. */
export const INACTIVE: EndpointState<never> = {
  status: 'valid',
  data: undefined,
  error: undefined,
  errorPolicy: undefined,
  fetching: false,
  optimistic: false,
  attempt: 0,
  fetchedAt: 0,
  expiresAt: Infinity,
};

/**
 * The state of a key at a time. Pure. Returns `emitted`, the state that observers got last, or the
 * state `before` if it equals one of them.
 */
export function endpointState<T>(
  row: ResultRecord,
  view: EndpointView,
  isTainted: boolean,
  now: number,
  invalidIfStale: boolean,
  request: ShownRequest | undefined,
  optimistic: boolean,
  emitted: EndpointState<T> | undefined,
  before: EndpointState<T> | undefined,
): EndpointState<T> {
  const isRefuted = row.error !== undefined && isNewer(view, row);
  const failed = isRefuted ? undefined : row.error;
  const own = !isRefuted && (row.hasResult || failed !== undefined);
  const error = view.failure ?? failed;
  const ownExpiry = own ? row.expiresAt : view.freshness.expiresAt;
  // A failure says nothing of the entities.
  const expiresAt = isTainted && !failed ? 0 : ownExpiry;
  const isExpiredByCall = row.seq < row.expiredSeq;
  // A live source that is open keeps the data up to date.
  const isOpen = request?.isOpen === true;
  const expired = isExpiredByCall || (!isOpen && expiresAt < now);
  const attempt = request && !request.isSettled ? request.attempt : 0;
  const status = statusOf(failed, view, expired, invalidIfStale);
  // Under invalidIfStale, a call that expires data hides it; observers keep data that time expires.
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
  if (emitted && sameState(emitted, next)) return emitted;
  return before && before !== emitted && sameState(before, next) ? before : next;
}

/** Whether data that the args name is newer than a failure: the server has it now. */
function isNewer({ freshness, source }: EndpointView, { seq }: ResultRecord): boolean {
  return source !== 'none' && freshness.complete !== false && freshness.seq > seq;
}

function statusOf(
  failed: Error | undefined,
  view: EndpointView,
  expired: boolean,
  invalidIfStale: boolean,
): ExpiryStatus {
  const { source, data, failure, freshness } = view;
  const isWhole = source === 'response' || failed !== undefined || freshness.complete !== false;
  if (failure || (isWhole && !expired)) return 'valid';
  if (source === 'none') return 'invalid';
  // A result of undefined has nothing to hide, and as invalid it would look like no result.
  return invalidIfStale && data !== undefined ? 'invalid' : 'stale';
}

function sameState(a: EndpointState<unknown>, b: EndpointState<unknown>): boolean {
  for (const name in a) {
    // The cast holds: states are made by one literal.
    const member = name as keyof EndpointState<unknown>;
    if (!Object.is(a[member], b[member])) return false;
  }
  return true;
}
