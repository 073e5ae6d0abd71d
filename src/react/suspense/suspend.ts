import * as React from 'react';
import type { SuspenseThenable, Usable } from './SuspenseThenable.ts';

/** Bundlers warn about `React.use`, which React up to 18 does not export. */
const name = 'use';

/** `use` is no hook: any place in a render may call it. */
const readUsable = (React as { readonly [name]?: <T>(usable: PromiseLike<T>) => T })[name];

/** Testing libraries set this flag of React while tests render in `act`. */
const environment = globalThis as { readonly IS_REACT_ACT_ENVIRONMENT?: boolean };

/**
 * How many times test renders may throw one pending thenable: enough for 100 rows that read the
 * same key.
 */
const MAX_THROWS = 100;

/**
 * A Suspense boundary that renders again when a thenable that suspended a component below it has
 * settled.
 */
export interface Boundary {
  /** Called in each render that suspends. */
  awaits(thenable: PromiseLike<unknown>): void;
}

/**
 * Returns the value of a thenable, throws its reason, or suspends the render below `boundary` until
 * it is settled. Only this function knows how each version of React suspends:
 *
 * - Up to 18, a render throws the pending thenable.
 * - In React 19, every render that does not throw passes the thenable to `use`, because a repeated
 *   render gets the values of its calls of `use` in their order. If it threw a pending one, each retry
 *   that suspends would schedule another retry of its boundary, and its commit would run the
 *   retries of other boundaries: two boundaries could keep each other rendering without end.
 * - In tests, React 19 renders throw too. A synchronous `act` – `render` and `fireEvent` of Testing
 *   Library – drops a render that `use` suspended, but React still counts it as scheduled, so no
 *   later retry of the same priority runs. A thrown thenable leaves no such render behind. After
 *   {@link MAX_THROWS} throws `use` takes over, so renders end.
 */
export function suspend(thenable: Usable, boundary: Boundary | undefined): unknown {
  if (thenable.status === 'rejected') throw thenable.reason;
  if (thenable.status === 'fulfilled') return readUsable ? readUsable(thenable) : thenable.value;
  if (readUsable) {
    boundary?.awaits(thenable);
    if (!throwsInTest(thenable)) return readUsable(thenable);
  }
  throw thenable;
}

function throwsInTest(thenable: SuspenseThenable): boolean {
  return environment.IS_REACT_ACT_ENVIRONMENT === true && thenable.throws++ < MAX_THROWS;
}
