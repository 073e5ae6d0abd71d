import type { Action } from '../commits/Action.ts';
import type { Collector } from '../collector/Collector.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Layer } from '../optimistic/Layer.ts';
import type { Mutations } from '../optimistic/Mutations.ts';
import type { Requests } from '../requests/Requests.ts';
import { ResetError } from '../requests/ResetError.ts';
import type { Sources } from '../streams/Sources.ts';
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
        const when = action.type === 'expire' && action.inTurn ? 'in turn' : 'at once';
        for (const key of action.keys) sources.peek(key)?.mustAskAgain(action.seq, when);
      }
    }
  }

  #reset(seq: number): void {
    const { requests, mutations, sources, subscriptions } = this.#parts;
    for (const entry of sources.entries()) entry.mustAskAgain(seq, 'at once');
    requests.flights.clear();
    mutations.clear();
    requests.giveUpAll((endpoint) => new ResetError(endpoint), seq);
    sources.reset();
    subscriptions.reset();
  }
}
