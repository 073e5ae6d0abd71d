import type { Action } from './Action.ts';
import type { Collector } from './Collector.ts';
import type { Commits } from './Commits.ts';
import type { Layer } from './Layer.ts';
import type { Mutations } from './Mutations.ts';
import type { Requests } from './Requests.ts';
import { ResetError } from './ResetError.ts';
import type { Sources } from './Sources.ts';
import type { Subscriptions } from './Subscriptions.ts';

/** The parts of a store that commits have something to say to. */
interface Parts {
  readonly commits: Commits;
  readonly requests: Requests;
  readonly mutations: Mutations;
  readonly sources: Sources;
  readonly subscriptions: Subscriptions;
  readonly collector: Collector;
}

/** Has entries and requests act on commits. */
export class EntryUpdates {
  readonly #parts: Parts;
  /** The layers that entries were told of last. */
  #layers: readonly Layer[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Runs when a commit takes effect, before anybody is told. */
  apply(keys: ReadonlySet<string>, actions: readonly Action[]): void {
    const { commits, sources, collector } = this.#parts;
    for (const key of keys) sources.answerChanged(key);
    const { layers } = commits.state;
    if (layers !== this.#layers) for (const entry of sources.entries()) entry.layersChanged();
    this.#layers = layers;
    for (const action of actions) {
      if (action.type !== 'collect') collector.wake();
      if (action.type === 'reset') {
        this.#reset(action.seq);
      } else if (action.type === 'invalidate' || action.type === 'expire') {
        for (const key of action.keys) sources.peek(key)?.mustAskAgain(action.seq);
      }
    }
  }

  #reset(seq: number): void {
    const { requests, mutations, sources, subscriptions } = this.#parts;
    for (const entry of sources.entries()) entry.mustAskAgain(seq);
    requests.flights.clear();
    mutations.clear();
    requests.giveUpAll((key) => new ResetError(key), seq);
    sources.reset();
    subscriptions.reset();
  }
}
