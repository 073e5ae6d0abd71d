import { useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { SuspenseResource } from './SuspenseResource.ts';
import type { SuspenseThenable } from './SuspenseThenable.ts';

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
