import type { EndpointEntry } from './EndpointEntry.ts';
import type { EndpointState } from './EndpointState.ts';
import type { SourceListener, StateSource } from './StateSource.ts';

/** What a call source needs of its store. */
export interface CallEntries {
  /** The entry of the call, made if there is none. */
  entry(): EndpointEntry;
  readState(): EndpointState<unknown>;
}

/** The state of a call for one subscription. `watch` only looks, `listen` has what is missing or stale fetched. */
export class CallSource implements StateSource<EndpointState<unknown>> {
  readonly #entries: CallEntries;
  readonly #how: 'listen' | 'watch';
  #entry: EndpointEntry | undefined;

  constructor(entries: CallEntries, how: 'listen' | 'watch') {
    this.#entries = entries;
    this.#how = how;
  }

  read(): EndpointState<unknown> {
    return this.#entry?.read() ?? this.#entries.readState();
  }

  listen(listener: SourceListener): void {
    this.#entry = this.#entries.entry();
    this.#entry[this.#how](listener);
  }

  unlisten(listener: SourceListener): void {
    this.#entry?.unlisten(listener);
    this.#entry = undefined;
  }
}
