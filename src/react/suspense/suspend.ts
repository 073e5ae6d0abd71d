import * as React from 'react';
import { useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { SuspenseResource } from './SuspenseResource.ts';
import type { SuspenseThenable } from './SuspenseThenable.ts';

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
 * - In React 19, every render passes the thenable to `use`. If it threw a pending one, each retry
 *   that suspends would schedule another retry of its boundary, and its commit would run the
 *   retries of other boundaries: two boundaries could keep each other rendering without end.
 * - In tests, React 19 renders throw too. A synchronous `act` – `render` and `fireEvent` of Testing
 *   Library – drops a render that `use` suspended, but React still counts it as scheduled, so no
 *   later retry of the same priority runs. A thrown thenable leaves no such render behind. After
 *   {@link MAX_THROWS} throws `use` takes over, so renders end.
 */
export function suspend(thenable: SuspenseThenable, boundary: Boundary | undefined): unknown {
  const { status, value, reason } = thenable;
  if (readUsable) {
    if (status !== 'pending') return readUsable(thenable);
    boundary?.awaits(thenable);
    if (!throwsInTest(thenable)) return readUsable(thenable);
  }
  if (status === 'fulfilled') return value;
  throw status === 'rejected' ? reason : thenable;
}

function throwsInTest(thenable: SuspenseThenable): boolean {
  return environment.IS_REACT_ACT_ENVIRONMENT === true && thenable.throws++ < MAX_THROWS;
}

/**
 * The thenable of a resource, for every render. The component renders again whenever the data or
 * the error changes. `waits`: the component suspends until the thenable is settled.
 */
export function useThenable(
  resource: SuspenseResource,
  subscribe = resource.subscribe,
  waits = true,
): SuspenseThenable {
  // Before the snapshot, which it may change.
  const awaited = useMemo(() => resource.firstRender(waits), [resource, waits]);
  const { getSnapshot, getServerSnapshot } = resource;
  const shown = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  return resource.thenableFor(awaited, shown);
}
