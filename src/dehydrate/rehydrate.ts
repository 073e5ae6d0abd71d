import type { DehydratedState } from './DehydratedState.ts';
import { internalsOf } from '../store/internalsOf.ts';
import { applyHydrate } from './applyHydrate.ts';
import { readDehydrated } from './readDehydrated.ts';
import { HydrationSnapshot } from './HydrationSnapshot.ts';
import type { Store } from '../store/Store.ts';

/** Options of `rehydrate`. */
export interface RehydrateOptions {
  /**
   * How long ago the state was made, ms. Default: the difference of the clocks of both sides, at
   * least 0.
   */
  readonly age?: number;
}

/**
 * Merges the state of another store into this one, as one commit. Newer data of this store is kept,
 * and so are its removals, requests in flight and optimistic layers. Throws `SB_STATE_INVALID` for
 * a state that cannot be read; the store is untouched then.
 *
 * @example
 * ```ts
 * const store = createStore();
 * rehydrate(store, JSON.parse(text));
 * ```
 */
export function rehydrate(
  store: Store,
  state: DehydratedState,
  { age }: RehydrateOptions = {},
): void {
  const parts = internalsOf(store);
  parts.assertAlive();
  const { commits, requests, sources, options } = parts;
  const now = options.scheduler.now();
  const actions = statesOf(state).map((one) => readDehydrated(one, now, age));
  const served =
    parts.page instanceof HydrationSnapshot ? parts.page : new HydrationSnapshot(commits);
  parts.page = served;
  commits.batch(() => {
    for (const action of actions) {
      requests.skipTo(action.seq);
      sources.arrived(
        action.results.map(({ key }) => key),
        now,
      );
      commits.dispatch(action, applyHydrate, { delivered: () => served.add(action) });
    }
  });
}

/** The input may be anything: readDehydrated checks it. */
function statesOf(state: DehydratedState | undefined): readonly unknown[] {
  const before = state?.before;
  return before === undefined ? [state] : [before, state];
}
