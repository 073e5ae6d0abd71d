import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { Marker } from '../collector/Marker.ts';
import type { Root } from '../streams/Root.ts';
import { storedOf, storedOfEndpoint } from '../views/readState.ts';
import type { Selection } from './Selection.ts';
import type { StoreState } from '../commits/StoreState.ts';

/** A read: a schema with its args, and the key if it is that of an endpoint. */
export interface SelectedRead {
  readonly key: string | undefined;
  readonly endpoint?: EndpointInterface;
  readonly schema: unknown;
  readonly args: readonly unknown[];
}

/** Selects what the reads show, and nothing else. */
export function selectReads(state: StoreState, reads: readonly SelectedRead[]): Selection {
  const keys = new Set(reads.flatMap(({ key }) => key ?? []));
  const reachable = new Marker();
  reachable.update(
    [state.entities],
    reads.flatMap((read) => rootOf(state, read) ?? []),
  );
  reachable.run(Infinity);
  return {
    hasAnswer: (key) => keys.has(key),
    hasRow: ({ key, pk }) => reachable.has(key, pk) || reachable.hasKind(key),
    hasKind: (kind) => reachable.hasKind(kind),
  };
}

function rootOf(
  state: StoreState,
  { key, endpoint, schema, args }: SelectedRead,
): Root | undefined {
  const row = key === undefined ? undefined : state.results.get(key);
  if (row?.hasResult) return { schema, stored: row.result, args };
  // Nothing is inferred after an invalidation.
  if (row && row.invalidatedSeq > 0) return undefined;
  if (schema === undefined || schema === null) return undefined;
  try {
    const stored = endpoint
      ? storedOfEndpoint(state, endpoint, args)
      : storedOf(state, schema, args);
    return stored === undefined ? undefined : { schema, stored, args };
  } catch {
    // Observers of it get no data either.
    return undefined;
  }
}
