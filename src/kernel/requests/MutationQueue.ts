import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { LiveRequest } from './Requests.ts';

/** A mutation, as a queue sees it. */
export interface QueuedRequest extends LiveRequest {
  /** Identifies it in the placeholder ids of its layer. A queue may replace it before that is shown. */
  id: string;
  /** The next try is sent with these. */
  args: readonly unknown[];
  /** The seq of its layer. */
  readonly seq: number;
  /** When the last try began, ms since epoch. */
  readonly fetchedAt: number;
  /** The rows that it is expected to change. Empty while they are unknown. */
  expectedRows(): EntityKeySet;
  /** Sends it, or another try after a failure, if it may start. */
  proceed(): void;
  /** Settles it with a response that no request has brought. */
  accept(response: unknown): void;
}

/** Decides when mutations are sent. */
export interface MutationQueue {
  /**
   * Whether a mutation may be sent: called first before its layer is shown, then before each try.
   * Of one that may not, the queue calls `proceed()` later.
   */
  mayStart(mutation: QueuedRequest): boolean;
  /**
   * How long to wait after a failed try, ms; `Infinity`: until the queue calls `proceed()`. The
   * queue may have settled the mutation. `undefined`: the failure is final.
   */
  retryAfter(mutation: QueuedRequest, error: Error): number | undefined;
}
