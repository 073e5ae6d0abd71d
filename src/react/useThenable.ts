import { useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { Snapshot } from './readDecision.ts';
import type { SuspenseThenable } from './SuspenseThenable.ts';
import type { Subscribe } from './Subscribe.ts';

/** What a hook can suspend on: the data of a key, or the value of a stream. */
interface SuspenseResource {
  /** The same object until its content changes. */
  readonly getSnapshot: () => Snapshot;
  /** What the server rendered the page with. Default: `getSnapshot`. */
  readonly getServerSnapshot?: () => Snapshot;
  /** The thenable of the server snapshot, if that is `shown`. */
  servedThenable?(shown: Snapshot): SuspenseThenable<unknown> | undefined;
  /**
   * Called in the first render. Returns the thenable to wait for, or `undefined` if the snapshot
   * is right for this render. `waits`: the component suspends until then; default true.
   */
  firstRender(waits?: boolean): SuspenseThenable<unknown> | undefined;
  /** The thenable of this render. `awaited` is what `firstRender` returned. */
  thenableFor(awaited: SuspenseThenable<unknown> | undefined): SuspenseThenable<unknown>;
}

/**
 * The thenable of a resource, for every render. The component renders again whenever the snapshot
 * changes. `waits`: the component suspends until the thenable is settled.
 */
export function useThenable(
  resource: SuspenseResource,
  subscribe: Subscribe,
  waits = true,
): SuspenseThenable<unknown> {
  // Before the snapshot, which it may change.
  const awaited = useMemo(() => resource.firstRender(waits), [resource, waits]);
  const { getSnapshot, getServerSnapshot = getSnapshot } = resource;
  const shown = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  return resource.servedThenable?.(shown) ?? resource.thenableFor(awaited);
}
