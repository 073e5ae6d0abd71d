import { type RunHelpers, TestScheduler } from 'rxjs/testing';

/**
 * The tools of a marble spec: the helpers of RxJS, and the scheduler that gives the store virtual
 * time.
 */
export type Marbles = RunHelpers & { readonly scheduler: TestScheduler };

/** Runs a spec in virtual time from 0. One character of a diagram is one millisecond. */
export function marbles(body: (helpers: Marbles) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run((helpers) => body({ ...helpers, scheduler }));
}
