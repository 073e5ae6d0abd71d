import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { Commits } from './Commits.ts';
import { dehydrate } from './dehydrate.ts';
import type { DehydratedState } from './DehydratedState.ts';
import { readDehydrated } from './readDehydrated.ts';
import type { Call, Requests } from './Requests.ts';
import { EVERYTHING } from './Selection.ts';
import { Served } from './Served.ts';
import { type SelectedRead, selectReads } from './selectReads.ts';
import type { Sources } from './Sources.ts';
import type { StoreOptions } from './StoreOptions.ts';
import type { StoreState } from './StoreState.ts';

/** Something that is read: an endpoint or a schema, with its arguments. `args` is `[null]` where nothing is. */
export type Read =
  | { readonly endpoint: EndpointInterface; readonly args: readonly unknown[] }
  | { readonly schema: object; readonly args: readonly unknown[] };

/** How a state is taken. */
export interface HydrateOptions {
  /** How long ago the state was made, ms, where that is known. Default: what the clocks of both sides say, but not less than 0. */
  readonly age?: number;
}

interface Parts {
  readonly commits: Commits;
  readonly requests: Requests;
  readonly sources: Sources;
}

/** Takes the state of a store elsewhere, and brings it here. What is under way and what optimistic answers show stays where it is. */
export class Hydration {
  readonly #options: Required<StoreOptions>;
  readonly #parts: Parts;
  readonly #assertAlive: () => void;
  readonly #served = new Served();
  #isForgetful = false;
  /** As it was when the last part had come. */
  #state: StoreState | undefined;

  /** `assertAlive` throws after `dispose()`. */
  constructor(options: Required<StoreOptions>, parts: Parts, assertAlive: () => void) {
    this.#options = options;
    this.#parts = parts;
    this.#assertAlive = assertAlive;
  }

  /** What is confirmed, or only what reads show. Throws `SB_STATE_UNSUPPORTED`. */
  dehydrate(reads?: readonly Read[]): DehydratedState {
    this.#assertAlive();
    const { commits, requests } = this.#parts;
    const selection = reads ? selectReads(commits.confirmed, this.#selected(reads)) : EVERYTHING;
    const at = this.#options.scheduler.now();
    return dehydrate(commits.confirmed, { at, seq: requests.lastSeq }, selection);
  }

  #selected(reads: readonly Read[]): SelectedRead[] {
    return reads.flatMap((read): SelectedRead[] => {
      const { args } = read;
      if (args[0] === null) return [];
      if ('schema' in read) return [{ key: undefined, schema: read.schema, args }];
      const { endpoint } = read;
      return [{ key: this.#parts.sources.keyOf(endpoint, args), schema: endpoint.schema, args }];
    });
  }

  /** Brings a state here, as one commit. Throws `SB_STATE_INVALID`, with the store untouched. */
  hydrate(state: DehydratedState, { age }: HydrateOptions = {}): void {
    this.#assertAlive();
    const { commits, requests, sources } = this.#parts;
    const now = this.#options.scheduler.now();
    const action = readDehydrated(state, now, age);
    this.#forgetInTime();
    requests.skipTo(action.seq);
    sources.arrived(
      action.answers.map(({ key }) => key),
      now,
    );
    commits.dispatch(action, () => {
      this.#served.add(action);
      this.#state = commits.state;
    });
  }

  /** A page is taken over long before the first collection. */
  #forgetInTime(): void {
    if (this.#isForgetful) return;
    this.#isForgetful = true;
    this.#parts.commits.actions$.subscribe(({ type }) => {
      if (type === 'reset' || type === 'collect') this.#served.clear();
    });
  }

  /** The data of a call as it was brought, until the first collection after it; `undefined` if there is none, or if the store shows the same. */
  served({ key, endpoint, args }: Call): unknown {
    if (this.#served.isEmpty || this.#state === this.#parts.commits.state) return undefined;
    return this.#served.read(key, endpoint.schema, args);
  }

  /** Brings the states that the store begins with. One that cannot be read is reported, and what it tells is fetched. */
  begin(states: StoreOptions['initialState'] = []): void {
    for (const state of [states].flat()) {
      try {
        this.hydrate(state);
      } catch (error) {
        this.#options.onError(error, { key: '' });
      }
    }
  }
}
