import type { DehydratedState } from './DehydratedState.ts';
import { partsOf } from '../store/partsOf.ts';
import { applyHydrate } from './applyHydrate.ts';
import { readDehydrated } from './readDehydrated.ts';
import { Served } from './Served.ts';
import type { Store } from '../store/Store.ts';

/** How a state is taken. */
export interface RehydrateOptions {
  /** How long ago the state was made, ms, where that is known. Default: what the clocks of both sides say, but not less than 0. */
  readonly age?: number;
}

/**
 * Brings what another store knew, as one commit. What is here and later stays, and so does what was removed here; what is under way and what
 * optimistic answers show stays too. Throws `SB_STATE_INVALID` for what cannot be read, with the store untouched.
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
  const parts = partsOf(store);
  parts.assertAlive();
  const { commits, requests, sources, options } = parts;
  const now = options.scheduler.now();
  const actions = statesOf(state).map((one) => readDehydrated(one, now, age));
  const served = parts.page instanceof Served ? parts.page : new Served(commits);
  parts.page = served;
  commits.batch(() => {
    for (const action of actions) {
      requests.skipTo(action.seq);
      sources.arrived(
        action.answers.map(({ key }) => key),
        now,
      );
      commits.dispatch(action, applyHydrate, { delivered: () => served.add(action) });
    }
  });
}

/** It may be anything: what cannot be read throws later. */
function statesOf(state: DehydratedState | undefined): readonly unknown[] {
  const before = state?.before;
  return before === undefined ? [state] : [before, state];
}
