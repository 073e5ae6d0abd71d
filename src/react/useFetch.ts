import type { ArgsOf, DataOf, ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import { readDecision } from './readDecision.ts';
import type { SuspenseThenable } from './SuspenseThenable.ts';
import { useOnFocus } from './useOnFocus.ts';
import { useReader } from './useReader.ts';
import { useStoreScope } from './useStoreScope.ts';
import { useTakeOver } from './useTakeOver.ts';
import { useThenable } from './useThenable.ts';

/**
 * Fetched data for `React.use()`, here or in a child: fulfilled while there is data, rejected while
 * there is an error. It is the same object while the data is the same, so memoized components can
 * take it as a prop. `resolved`: whether it is fulfilled or rejected.
 */
export interface FetchThenable<T> extends PromiseLike<T> {
  readonly resolved: boolean;
}

/**
 * Fetches missing or stale data without suspending: several calls start their requests in parallel.
 * Renders again like {@link useSuspense}. With `null` as the only argument it does nothing and
 * returns `undefined`.
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
  const resource = useReader(scope.store, endpoint, args);
  // The thenable notifies suspended components. This one does not suspend, so it subscribes to the
  // state.
  const thenable = useThenable(resource, resource.subscribeToStateWith(useOnFocus(scope)), false);
  const takesOver = useTakeOver();
  if (args[0] === null) return undefined;
  // A new object for new data, so that memoized children render again.
  const settled = thenable.settled();
  return takesOver && readDecision(resource.getServerState()) === 'wait'
    ? asUnresolved(settled)
    : settled;
}

/**
 * Hydrates a page that the server rendered before the data came: `resolved` is false as on the
 * server, `use()` finds the data.
 */
function asUnresolved(thenable: SuspenseThenable<unknown>): FetchThenable<unknown> {
  const { status, value, reason } = thenable;
  const then: FetchThenable<unknown>['then'] = (...handlers) => thenable.then(...handlers);
  // oxlint-disable-next-line unicorn/no-thenable -- React suspends on thenables
  const unresolved = { resolved: false, then };
  // React reads these fields of a settled thenable. A pending one has none: its `then` notifies
  // React.
  return status === 'pending' ? unresolved : Object.assign(unresolved, { status, value, reason });
}
