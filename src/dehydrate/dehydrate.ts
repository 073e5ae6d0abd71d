import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import type { DehydratedState } from './DehydratedState.ts';
import { packState } from './packState.ts';
import { partsOf, type StoreParts } from '../store/partsOf.ts';
import { EVERYTHING } from './Selection.ts';
import { type SelectedRead, selectReads } from './selectReads.ts';
import type { Store } from '../store/Store.ts';
import type { StoreState } from '../commits/StoreState.ts';

/** Something that is read: an endpoint or a schema, with its arguments. `args` is `[null]` where nothing is. */
export type Read =
  | { readonly endpoint: EndpointInterface; readonly args: readonly unknown[] }
  | { readonly schema: object; readonly args: readonly unknown[] };

/**
 * All that a store knows, as plain JSON; with `reads`, only what these show. Requests under way and optimistic answers are no part of it,
 * and of failures neither stack nor answer. Before it goes into HTML it has to be escaped, see `streambed/ssr`. Throws `SB_STATE_UNSUPPORTED`.
 *
 * @example
 * ```ts
 * const text = JSON.stringify(dehydrate(store));
 * ```
 */
export function dehydrate(store: Store, reads?: readonly Read[]): DehydratedState {
  return dehydrateState(store, partsOf(store).commits.confirmed, reads);
}

/** The same of a state that the store is in or was in. */
export function dehydrateState(
  store: Store,
  state: StoreState,
  reads?: readonly Read[],
): DehydratedState {
  const parts = partsOf(store);
  parts.assertAlive();
  const { requests, options, sources } = parts;
  const selection = reads ? selectReads(state, selected(reads, parts)) : EVERYTHING;
  const at = options.scheduler.now();
  const subjectOf = (key: string): string => labelOf(sources.peek(key)?.endpoint ?? { name: '' });
  return packState(state, { at, seq: requests.lastSeq, subjectOf }, selection);
}

function selected(reads: readonly Read[], { sources }: StoreParts): SelectedRead[] {
  return reads.flatMap((read): SelectedRead[] => {
    const { args } = read;
    if (args[0] === null) return [];
    if ('schema' in read) return [{ key: undefined, schema: read.schema, args }];
    const { endpoint } = read;
    return [{ key: sources.keyOf(endpoint, args), endpoint, schema: endpoint.schema, args }];
  });
}
