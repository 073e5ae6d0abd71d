import { useEffect, useReducer } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOf, DataOf, ReadEndpoint } from '../data/endpoint/EndpointInterface.ts';
import type { ArgsWithNull } from '../data/endpoint/ArgsOrNull.ts';
import { useStoreScope, useSubscribe } from './StoreScope.ts';
import { type HookObserver, useObserver } from './suspense/HookObserver.ts';
import { ofReact } from './ofReact.ts';
import { readDecision } from './suspense/readDecision.ts';
import type { EndpointStream } from '../kernel/streams/EndpointStream.ts';
import { SuspenseThenable, usableInTest } from './suspense/suspend.ts';
import { serverStateOf } from './useCache.ts';

/** React up to 17 has no transitions. */
const startTransition = /* @__PURE__ */ ofReact('startTransition') as
  ((update: () => void) => void) | undefined;

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
export function useFetch<E extends ReadEndpoint, G extends readonly unknown[]>(
  endpoint: E,
  ...args: ArgsWithNull<E, G>
): FetchThenable<DataOf<E>> | undefined;
export function useFetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): FetchThenable<unknown> | undefined {
  const scope = useStoreScope();
  const observer = useObserver(scope.store, endpoint, args);
  const snapshot = useSyncExternalStore(
    useSubscribe(scope, observer),
    observer.getSnapshot,
    observer.getServerSnapshot,
  );
  const takesOver = useTakeOver();
  const isData = !(snapshot instanceof SuspenseThenable);
  const thenable = repeated(observer, isData ? fulfilled(observer, snapshot) : snapshot);
  const { resolved } = thenable;
  useEffect(() => {
    // Memoized children that show a pending one need another one when it has settled.
    if (!resolved) returned.delete(observer);
  });
  if (args[0] === null) return undefined;
  if (!isData) observer.waits(thenable, false);
  const isMissing = takesOver && readDecision(serverStateOf(observer.stream)) === 'wait';
  return isMissing ? asUnresolved(thenable) : usableInTest(thenable);
}

const thenables = new WeakMap<EndpointStream, SuspenseThenable>();

/** The data of a key as a thenable: the same object while the data is the same. */
function fulfilled({ stream }: HookObserver, data: unknown): SuspenseThenable {
  const last = thenables.get(stream);
  if (last?.is('show', data)) return last;
  const thenable = new SuspenseThenable().become('show', data);
  thenables.set(stream, thenable);
  return thenable;
}

/** What the hook of an observer returned last. */
const returned = new WeakMap<HookObserver, SuspenseThenable>();

/**
 * `thenable`, or what the last render returned, if it has the same content: when React repeats a
 * render that `use` suspended, it expects the thenable of the first try, which has settled meanwhile.
 */
function repeated(observer: HookObserver, thenable: SuspenseThenable): SuspenseThenable {
  const last = returned.get(observer);
  if (last && areEqual(last, thenable)) return last;
  returned.set(observer, thenable);
  return thenable;
}

function areEqual(a: SuspenseThenable, b: SuspenseThenable): boolean {
  return a.status === b.status && Object.is(a.value, b.value) && Object.is(a.reason, b.reason);
}

const noChanges = () => () => {};
const live = (): boolean => false;

/**
 * True on the server and in the render that hydrates a page. A second render follows, in a
 * transition: React up to 18 discards the server's HTML of a boundary that gets an urgent update
 * before it is hydrated.
 */
function useTakeOver(): boolean {
  const render = { takesOver: false };
  const served = (): boolean => {
    render.takesOver = true;
    return false;
  };
  // oxlint-disable-next-line compiler/immutability -- React calls it during the render, or never
  useSyncExternalStore(noChanges, live, served);
  const [, renderAgain] = useReducer(countOn, 0);
  const { takesOver } = render;
  // oxlint-disable-next-line react/exhaustive-deps -- only the hydrating render schedules another one
  useEffect(() => (takesOver ? startTransition?.(renderAgain) : undefined), []);
  return takesOver;
}

function countOn(count: number): number {
  return count + 1;
}

const unresolved = new WeakMap<SuspenseThenable, FetchThenable<unknown>>();

/**
 * Hydrates a page that the server rendered before the data came: `resolved` is false as on the
 * server, `use()` finds the data.
 */
function asUnresolved(thenable: SuspenseThenable): FetchThenable<unknown> {
  let made = unresolved.get(thenable);
  if (!made) unresolved.set(thenable, (made = unresolvedOf(thenable)));
  return made;
}

function unresolvedOf(thenable: SuspenseThenable): FetchThenable<unknown> {
  const { status, value, reason } = thenable;
  const then: FetchThenable<unknown>['then'] = (...handlers) => thenable.then(...handlers);
  // oxlint-disable-next-line unicorn/no-thenable -- React suspends on thenables
  const made = { resolved: false, then };
  // React reads these fields of a settled thenable. A pending one has none: its `then` notifies
  // React.
  return status === 'pending' ? made : Object.assign(made, { status, value, reason });
}
