import { useContext, useEffect, useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOf } from '../endpoint/ArgsOf.ts';
import type { DataOf } from '../endpoint/DataOf.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import { FocusContext } from './FocusContext.ts';
import { inactiveReader } from './inactiveReader.ts';
import { type Reading, readerOf } from './Reader.ts';
import { suspend } from './suspend.ts';
import { useStore } from './useStore.ts';

/**
 * The data of an endpoint. Suspends until there is data, throws a failure to the nearest error boundary, shows stale data at once and
 * fetches it in the background, also when its {@link FocusScope} gains focus. Renders again only if the data is another one. With `null` as only argument nothing happens and the
 * result is `undefined`.
 *
 * @example
 * ```tsx
 * const profile = useSuspense(getProfile, { id });
 * const friend = useSuspense(getProfile, profile.friendId ? { id: profile.friendId } : null);
 * ```
 */
export function useSuspense<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;
export function useSuspense<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOf<E> | readonly [null]
): DataOf<E> | undefined;
export function useSuspense(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  const store = useStore();
  // The cast holds: the overloads check the arguments.
  const reader =
    args[0] === null ? inactiveReader : readerOf(store.observe(endpoint, ...(args as [null])));
  useSyncExternalStore<Reading>(reader.subscribe, reader.getSnapshot, reader.getSnapshot);
  const awaited = useMemo(() => reader.firstRender(), [reader]);
  const onFocus = useContext(FocusContext);
  useEffect(() => onFocus?.(reader.focused), [onFocus, reader]);
  return suspend(reader.thenableFor(awaited));
}
