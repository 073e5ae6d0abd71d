import type { ArgsOf } from '../endpoint/ArgsOf.ts';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf } from '../endpoint/DataOf.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import { readDecision } from './readDecision.ts';
import type { ReadThenable } from './ReadThenable.ts';
import { useOnFocus } from './useOnFocus.ts';
import { useReader } from './useReader.ts';
import { useStoreScope } from './useStoreScope.ts';
import { useTakeOver } from './useTakeOver.ts';
import { useThenable } from './useThenable.ts';

/**
 * Fetched data that a component may wait for later, or hand to a child: fulfilled while there is data, rejected while there is a failure. It
 * is the same object as long as the data is, so `React.use()` takes it and components may be memoized with it. `resolved` tells whether anybody would have to wait.
 */
export interface FetchThenable<T> extends PromiseLike<T> {
  readonly resolved: boolean;
}

/**
 * Fetches what is missing or stale, and does not wait for it: several of them start their requests side by side. Renders again like
 * {@link useSuspense}. With `null` as only argument nothing happens and the result is `undefined`.
 *
 * @example
 * ```tsx
 * const user = useFetch(getUser, { id });
 * const posts = useSuspense(getPosts, { userId: id });
 * return <Suspense fallback={<Loading />}><Name user={user} posts={posts} /></Suspense>; // Name calls use(user)
 * ```
 */
export function useFetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOf<E>
): FetchThenable<DataOf<E>>;
export function useFetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): FetchThenable<DataOf<E>> | undefined;
export function useFetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): FetchThenable<unknown> | undefined {
  const scope = useStoreScope();
  const reader = useReader(scope.store, endpoint, args);
  // Those who wait are woken by the thenable; this one does not wait, and has to be told.
  const thenable = useThenable(reader, reader.subscribeToStateWith(useOnFocus(scope)), false);
  const takesOver = useTakeOver();
  if (args[0] === null) return undefined;
  // Another object for other data: children that were memoized with the one before would not render again.
  const settled = thenable.settled();
  return takesOver && readDecision(reader.getServerState()) === 'wait'
    ? asUnresolved(settled)
    : settled;
}

/** What a page is rendered with where the data comes later: a child that waits for it finds it, a look at `resolved` does not. */
function asUnresolved(thenable: ReadThenable<unknown>): FetchThenable<unknown> {
  const { status, value, reason } = thenable;
  const then: FetchThenable<unknown>['then'] = (...handlers) => thenable.then(...handlers);
  // oxlint-disable-next-line unicorn/no-thenable -- React waits for thenables
  const unresolved = { resolved: false, then };
  // React looks at these, and never at those of a thenable that is pending: that wakes its children.
  return status === 'pending' ? unresolved : Object.assign(unresolved, { status, value, reason });
}
