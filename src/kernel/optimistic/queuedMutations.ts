import type { Call, Requests } from '../requests/Requests.ts';
import { OverlapTracker } from '../requests/OverlapTracker.ts';
import { addExpectedRows, Mutation } from './sendMutation.ts';

// What a queue does with a mutation. Programs without a queue do not load it.

/** Has a mutation whose try has failed wait until the queue resumes it. Its layer stays. */
export function pauseMutation(mutation: Mutation, error: Error): void {
  mutation.failure = error;
  mutation.stopTimer();
  mutation.phase = 'pausing';
  // The server may have changed the rows.
  mutation.requests.committed(mutation);
  mutation.inFlight = undefined;
}

/** Has a mutation that pauses sent once more. `isRepeated`: the server may have handled an earlier try. */
export function resumeMutation(mutation: Mutation, isRepeated: boolean): void {
  if (mutation.phase === 'pausing') {
    const { seq } = mutation;
    mutation.begin();
    mutation.seq = seq;
  }
  mutation.isRepeated = isRepeated;
  mutation.proceed();
}

/** Settles a mutation with a response that no request has brought. */
export function acceptResponse(mutation: Mutation, response: unknown): void {
  mutation.next(response);
  mutation.end();
}

/**
 * Settles a mutation that another tab has sent. Where tabs share their changes, these bring its rows:
 * all tabs have them in one order. Elsewhere the response does.
 */
export function acceptForeign(mutation: Mutation, response: unknown): void {
  const { requests } = mutation;
  const overlaps = (requests.overlaps ??= new OverlapTracker());
  if (mutation.inFlight) requests.committed(mutation);
  mutation.inFlight = undefined;
  if (!overlaps.watcher) {
    // Reads of this tab may be later than its request.
    mutation.isRepeated = true;
    const { rows } = overlaps.begin(mutation, requests.nextSeq(), requests.live);
    addExpectedRows(mutation, rows);
  }
  acceptResponse(mutation, response);
}

/** Sends a mutation again whose request is gone: after a reload. Its layer has the position of its `seq`. */
export function restoreMutation(
  requests: Requests,
  call: Call,
  kept: Pick<Mutation, 'id' | 'seq' | 'fetchedAt'>,
): Mutation {
  const mutation = Object.assign(new Mutation(requests, call), kept);
  mutation.start();
  return mutation;
}
