import * as React from 'react';
import type { ReadThenable } from './ReadThenable.ts';
import type { Boundary } from './StoreContext.ts';

/** Bundlers complain about `React.use` where React has none, that is up to 18. */
const name = 'use';

/** It is no hook: it may be called anywhere in a render. */
const readUsable = (React as { readonly [name]?: <T>(usable: PromiseLike<T>) => T })[name];

/** Testing libraries set this flag of React while a test may render in `act`. */
const environment = globalThis as { readonly IS_REACT_ACT_ENVIRONMENT?: boolean };

/** How often the renders of a test throw one pending thenable: enough for 100 rows that read the same key. */
const MAX_THROWS = 100;

/**
 * Gives the value of a thenable, throws its reason, or suspends the render below `boundary` until it is settled. The only function that knows what React wants:
 *
 * - Up to 18, React wants a pending thenable thrown.
 * - React 19 wants a thenable passed to `use` in every render. If a pending one is thrown, each retry that suspends schedules another retry of its boundary,
 *   and its commit runs the retries of other boundaries: two boundaries can keep each other rendering without end.
 * - In tests, React 19 gets a pending thenable thrown too. A synchronous `act` – `render` and `fireEvent` of Testing Library – drops a render that `use`
 *   suspended, and React still counts it as scheduled: no later retry of the same priority runs. A thrown thenable leaves no such render behind. The
 *   throws of a thenable are counted, and `use` takes over before renders become endless.
 */
export function suspend<T>(thenable: ReadThenable<T>, boundary: Boundary | undefined): T {
  const { status } = thenable;
  if (readUsable) {
    if (status !== 'pending') return readUsable(thenable);
    boundary?.awaits(thenable);
    if (!throwsInTest(thenable)) return readUsable(thenable);
  }
  // The cast holds: a fulfilled thenable has its value.
  if (status === 'fulfilled') return thenable.value as T;
  throw status === 'rejected' ? thenable.reason : thenable;
}

function throwsInTest(thenable: ReadThenable<unknown>): boolean {
  return environment.IS_REACT_ACT_ENVIRONMENT === true && thenable.throws++ < MAX_THROWS;
}
