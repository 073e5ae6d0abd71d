import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import type { DehydratedState } from './DehydratedState.ts';
import { packState } from './packState.ts';
import { internalsOf, type StoreInternals } from '../store/internalsOf.ts';
import { EVERYTHING } from './Selection.ts';
import { type SelectedRead, selectReads } from './selectReads.ts';
import type { Store } from '../store/Store.ts';
import type { StoreState } from '../commits/StoreState.ts';

/** A read: an endpoint or a schema, with its args. `[null]` as `args` is an inactive read. */
export type Read =
  | { readonly endpoint: EndpointInterface; readonly args: readonly unknown[] }
  | { readonly schema: object; readonly args: readonly unknown[] };

/**
 * The state of a store as plain JSON; with `reads`, only what these show. It leaves out requests in
 * flight, optimistic layers, and the stack and response of failures. Escape it before you put it
 * into HTML, see `streambed/ssr`. Throws `SB_STATE_UNSUPPORTED`.
 *
 * @example
 * ```ts
 * const text = JSON.stringify(dehydrate(store));
 * ```
 */
export function dehydrate(store: Store, reads?: readonly Read[]): DehydratedState {
  return dehydrateState(store, internalsOf(store).commits.confirmed, reads);
}

/** Like `dehydrate`, for a current or earlier state of the store. */
export function dehydrateState(
  store: Store,
  state: StoreState,
  reads?: readonly Read[],
): DehydratedState {
  const parts = internalsOf(store);
  parts.assertAlive();
  const { requests, options, sources } = parts;
  const selection = reads ? selectReads(state, selected(reads, parts)) : EVERYTHING;
  const at = options.scheduler.now();
  const subjectOf = (key: string): string => labelOf(sources.peek(key)?.endpoint ?? { name: '' });
  return packState(state, { at, seq: requests.lastSeq, subjectOf }, selection);
}

function selected(reads: readonly Read[], { sources }: StoreInternals): SelectedRead[] {
  return reads.flatMap((read): SelectedRead[] => {
    const { args } = read;
    if (args[0] === null) return [];
    if ('schema' in read) return [{ key: undefined, schema: read.schema, args }];
    const { endpoint } = read;
    return [{ key: sources.keyOf(endpoint, args), endpoint, schema: endpoint.schema, args }];
  });
}
