import { useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOf, DataOf, ReadEndpoint } from '../data/endpoint/EndpointInterface.ts';
import type { ArgsWithNull } from '../data/endpoint/ArgsOrNull.ts';
import type { EndpointState } from '../kernel/streams/EndpointState.ts';
import { useStoreScope, useSubscribe } from './StoreScope.ts';
import { stateOf } from './suspense/EndpointResource.ts';
import { type HookObserver, useObserver } from './suspense/HookObserver.ts';
import { SuspenseThenable } from './suspense/suspend.ts';
import { serverStateOf } from './useCache.ts';
import { readDecision } from './suspense/readDecision.ts';

/**
 * What {@link useDLE} returns. `data`, `loading` and `error` say what to render. `fetching` is also
 * true during a refetch in the background.
 */
export type DataLoadingError<T> = { readonly fetching: boolean } & (
  | { readonly data: T; readonly loading: false; readonly error: undefined }
  | { readonly data: undefined; readonly loading: true; readonly error: undefined }
  | { readonly data: T | undefined; readonly loading: false; readonly error: Error }
);

/**
 * Data, loading and error of an endpoint as values, for components that neither suspend nor throw.
 * Fetches like {@link useSuspense}: `loading` is true where that hook suspends, `error` is set
 * where it throws. Renders again only if a member changes. With `null` as the only argument it does
 * nothing and `data` is `undefined`.
 *
 * @example
 * ```tsx
 * const { data, loading, error, fetching } = useDLE(getUser, { id });
 * if (error) return <p>{error.message}</p>;
 * if (loading) return <Spinner />;
 * return <Name user={data} isUpdating={fetching} />;
 * ```
 */
export function useDLE<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOf<E>
): DataLoadingError<DataOf<E>>;
export function useDLE<E extends ReadEndpoint, G extends readonly unknown[]>(
  endpoint: E,
  ...args: ArgsWithNull<E, G>
): DataLoadingError<DataOf<E> | undefined>;
export function useDLE(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): DataLoadingError<unknown> {
  const scope = useStoreScope();
  const observer = useObserver(scope.store, endpoint, args);
  const stable = useMemo(() => new StableValue(observer), [observer]);
  // Before reading the state, which shows the request that this starts. The component renders at
  // once and is notified later.
  const snapshot = observer.getSnapshot();
  const thenable = snapshot instanceof SuspenseThenable ? snapshot : undefined;
  if (thenable && observer.isFirst) observer.waits(thenable, false);
  const value = useSyncExternalStore(
    useSubscribe(scope, observer),
    stable.getSnapshot,
    stable.getServerSnapshot,
  );
  return thenable?.status === 'pending' && !value.loading ? { ...value, ...LOADING } : value;
}

type Value = DataLoadingError<unknown>;

const LOADING = { data: undefined, loading: true, error: undefined } as const;

/** What a hook returns: the same object until a member changes. */
class StableValue {
  readonly #observer: HookObserver;
  #value: Value | undefined;

  constructor(observer: HookObserver) {
    this.#observer = observer;
  }

  readonly getSnapshot = (): Value => this.#of(stateOf(this.#observer.stream));

  readonly getServerSnapshot = (): Value => {
    const state = serverStateOf(this.#observer.stream);
    // The server fetches nothing in the background.
    return this.#of({ ...state, fetching: readDecision(state) === 'wait' });
  };

  #of(state: EndpointState<unknown>): Value {
    const [last, next] = [this.#value, valueOf(state)];
    const names = Object.keys(next) as (keyof Value)[];
    const isSame = last && names.every((name) => Object.is(last[name], next[name]));
    return isSame ? last : (this.#value = next);
  }
}

/** `loading` where `useSuspense` suspends, `error` where it throws. */
function valueOf(state: EndpointState<unknown>): Value {
  const { data, error, fetching } = state;
  const decision = readDecision(state);
  if (decision === 'wait') return { ...LOADING, fetching };
  // The cast holds: `'throw'` implies an error.
  if (decision === 'throw') return { data, loading: false, error: error as Error, fetching };
  return { data, loading: false, error: undefined, fetching };
}
