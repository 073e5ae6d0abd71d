import { useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { Reading } from './Reader.ts';
import type { ReadThenable } from './ReadThenable.ts';
import type { Subscribe } from './Subscribe.ts';

/** What a hook can wait for: the data of a key, or the value of a stream. */
interface AwaitedReader {
  /** What is shown: another object only if that is something else. */
  readonly getSnapshot: () => Reading;
  /** What the page was rendered with on the server; default: the snapshot. */
  readonly getServerSnapshot?: () => Reading;
  /** What stands for that. */
  servedThenable?(shown: Reading): ReadThenable<unknown> | undefined;
  /** Called in the first render; gives what to wait for, or `undefined` if the snapshot is right for it. `waits`: it is shown only then; default true. */
  firstRender(waits?: boolean): ReadThenable<unknown> | undefined;
  /** What a render has to take; `awaited` is what `firstRender` gave. */
  thenableFor(awaited: ReadThenable<unknown> | undefined): ReadThenable<unknown>;
}

/**
 * What stands for the reading of a reader, in every render; the component renders again whenever that is another one. `waits`: the component is shown
 * only when it is settled.
 */
export function useThenable(
  reader: AwaitedReader,
  subscribe: Subscribe,
  waits = true,
): ReadThenable<unknown> {
  // First: it may bring what the snapshot shows.
  const awaited = useMemo(() => reader.firstRender(waits), [reader, waits]);
  const { getSnapshot, getServerSnapshot = getSnapshot } = reader;
  const shown = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  return reader.servedThenable?.(shown) ?? reader.thenableFor(awaited);
}
