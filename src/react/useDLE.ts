import { useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOf } from '../endpoint/ArgsOf.ts';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf } from '../endpoint/DataOf.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import { type DataLoadingError, dataLoadingError } from './dataLoadingError.ts';
import { Projection } from './Projection.ts';
import { useOnFocus } from './useOnFocus.ts';
import { useReader } from './useReader.ts';
import { useStoreScope } from './useStoreScope.ts';

/**
 * Data, loading and error of an endpoint as values, for components that neither suspend nor throw. Fetches like {@link useSuspense}: `loading`
 * is true where that waits, `error` is set where that throws. Renders again only if one of the members is another one. With `null` as
 * only argument nothing happens and `data` is `undefined`.
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
  const reader = useReader(scope.store, endpoint, args);
  const projection = useMemo(() => new Projection(reader, dataLoadingError), [reader]);
  // First: the state tells of the request that this starts. The component is shown at once, and told of the answer.
  const awaited = useMemo(() => reader.firstRender(false), [reader]);
  const value = useSyncExternalStore(
    reader.subscribeToStateWith(useOnFocus(scope)),
    projection.getSnapshot,
    projection.getServerSnapshot,
  );
  const mustWait = awaited?.status === 'pending' && !value.loading;
  return mustWait
    ? { data: undefined, loading: true, error: undefined, fetching: value.fetching }
    : value;
}
