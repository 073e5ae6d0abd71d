import { Marker } from '../collector/Marker.ts';
import type { StoreState } from '../commits/StoreState.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { Root } from '../streams/RetainedSource.ts';
import type { KnownRow } from '../table/TableReader.ts';
import { storedOf } from '../views/readState.ts';
import { storedOfCall, tryRead } from './storedOfCall.ts';

/** A read: an endpoint or a schema, with its args. `[null]` as `args` is an inactive read. */
export type Read =
  | { readonly endpoint: EndpointInterface; readonly args: readonly unknown[] }
  | { readonly schema: object; readonly args: readonly unknown[] };

/** A part of the state of a store. */
export interface Selection {
  /** Whether the result of an endpoint key is selected. */
  hasAnswer(key: string): boolean;
  /** Whether a row, live or removed, is selected. */
  hasRow(row: KnownRow): boolean;
  /** Whether all rows of an entity key are selected. */
  hasKind(kind: string): boolean;
}

/** Selects everything. */
export const EVERYTHING: Selection = {
  hasAnswer: () => true,
  hasRow: () => true,
  hasKind: () => true,
};

/** Selects what the reads show, and nothing else. `keyOf` returns the key of an endpoint's read. */
export function selectReads(
  state: StoreState,
  reads: readonly Read[],
  keyOf: (endpoint: EndpointInterface, args: readonly unknown[]) => string,
): Selection {
  const keys = new Set<string>();
  const roots: Root[] = [];
  for (const read of reads) {
    const { args } = read;
    if (args[0] === null) continue;
    const { schema } = 'schema' in read ? read : read.endpoint;
    let stored: unknown;
    if ('schema' in read) {
      stored = tryRead(() => storedOf(state, schema, args));
    } else {
      const key = keyOf(read.endpoint, args);
      keys.add(key);
      stored = tryRead(() => storedOfCall(state, { ...read, key }));
    }
    if (stored !== undefined) roots.push({ schema, stored, args });
  }
  const reachable = new Marker();
  reachable.update([state.entities], roots);
  reachable.run(Infinity);
  return {
    hasAnswer: (key) => keys.has(key),
    hasRow: ({ key, pk }) => reachable.has(key, pk) || reachable.hasKind(key),
    hasKind: (kind) => reachable.hasKind(kind),
  };
}
