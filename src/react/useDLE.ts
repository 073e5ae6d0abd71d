import { useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOf, DataOf, ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import { type DataLoadingError, dataLoadingError } from './dataLoadingError.ts';
import { Projection } from './Projection.ts';
import { useOnFocus } from './useOnFocus.ts';
import { useReader } from './useReader.ts';
import { useStoreScope } from './useStoreScope.ts';

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
export function useDLE<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): DataLoadingError<DataOf<E> | undefined>;
export function useDLE(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): DataLoadingError<unknown> {
  const scope = useStoreScope();
  const resource = useReader(scope.store, endpoint, args);
  const projection = useMemo(() => new Projection(resource, dataLoadingError), [resource]);
  // Before reading the state, which shows the request that this starts. The component renders at
  // once and is notified later.
  const awaited = useMemo(() => resource.firstRender(false), [resource]);
  const value = useSyncExternalStore(
    resource.subscribeToStateWith(useOnFocus(scope)),
    projection.getSnapshot,
    projection.getServerSnapshot,
  );
  const mustWait = awaited?.status === 'pending' && !value.loading;
  return mustWait
    ? { data: undefined, loading: true, error: undefined, fetching: value.fetching }
    : value;
}
