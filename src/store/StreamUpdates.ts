import type { AnyAction } from '../commits/Action.ts';
import type { Collector } from '../collector/Collector.ts';
import type { Commits } from '../commits/Commits.ts';
import type { StoreDraft } from '../commits/StoreDraft.ts';
import { inSlot } from '../commits/StoreState.ts';
import { type Layer, LAYERS } from '../optimistic/Layer.ts';
import type { Features } from './Features.ts';
import type { Mutations } from '../optimistic/Mutations.ts';
import type { Requests } from '../requests/Requests.ts';
import { ResetError } from '../requests/ResetError.ts';
import type { StreamRegistry } from '../streams/StreamRegistry.ts';

/** The parts of a store that react to commits. */
interface Parts {
  readonly commits: Commits;
  readonly requests: Requests;
  readonly mutations: Mutations;
  readonly sources: StreamRegistry;
  readonly collector: Collector;
  readonly features: Features;
}

/** Applies commits to endpoint streams and requests. */
export class StreamUpdates {
  readonly #parts: Parts;
  /** The layers that endpoint streams were last notified of. */
  #layers: readonly Layer[] = LAYERS.initial;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Called when a commit has become visible, before observers are notified. */
  apply(keys: readonly string[], actions: readonly AnyAction[]): void {
    const { commits, sources, collector } = this.#parts;
    for (const key of keys) sources.answerChanged(key);
    const layers = inSlot(commits.state, LAYERS);
    if (layers !== this.#layers) for (const entry of sources.entries()) entry.layersChanged();
    this.#layers = layers;
    if (actions.some(({ type }) => type !== 'collect')) collector.wake();
  }

  /**
   * Called when a reset at `seq` has become visible. Requests in flight belong to the session
   * before it.
   */
  reset(seq: number): void {
    const { requests, mutations, sources, features } = this.#parts;
    for (const entry of sources.entries()) entry.markForRefetch(seq, 'at once');
    requests.overlaps.clear();
    mutations.clear();
    requests.giveUpAll((endpoint) => new ResetError(endpoint), seq);
    sources.reset();
    features.reset();
  }
}

export function applyReset(draft: StoreDraft): void {
  draft.reset();
}
