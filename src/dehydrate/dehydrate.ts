import { labelOf } from '../endpoint/labelOf.ts';
import type { DehydratedState } from './DehydratedState.ts';
import { packState } from './packState.ts';
import { internalsOf } from '../store/internalsOf.ts';
import { EVERYTHING, type Read, selectReads } from './selectReads.ts';
import type { Store } from '../store/Store.ts';
import type { StoreState } from '../commits/StoreState.ts';

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
  const keyOf: typeof sources.keyOf = (endpoint, args) => sources.keyOf(endpoint, args);
  const selection = reads ? selectReads(state, reads, keyOf) : EVERYTHING;
  const at = options.scheduler.now();
  const subjectOf = (key: string): string => labelOf(sources.peek(key)?.endpoint ?? { name: '' });
  return packState(state, { at, seq: requests.lastSeq, subjectOf }, selection);
}
