import type { Call, Requests } from '../requests/Requests.ts';
import { Mutation } from './sendMutation.ts';

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

/** Has a mutation that pauses sent once more. */
export function resumeMutation(mutation: Mutation): void {
  if (mutation.phase === 'pausing') {
    const { seq } = mutation;
    mutation.begin();
    mutation.seq = seq;
  }
  mutation.proceed();
}

/** Settles a mutation with a response that no request has brought. */
export function acceptResponse(mutation: Mutation, response: unknown): void {
  mutation.next(response);
  mutation.end();
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
