import type { EndpointStream } from './EndpointStream.ts';
import type { EndpointState } from './EndpointState.ts';
import type { SourceListener, ReadableSource } from './ReadableSource.ts';

/** What a call source needs from its store. */
export interface CallEntries {
  /** The endpoint stream of the call, made if there is none. */
  entry(): EndpointStream;
  readState(): EndpointState<unknown>;
}

/**
 * The state of a call for one subscription. `listen` fetches missing or stale data, `watch` never
 * does.
 */
export class CallSource implements ReadableSource<EndpointState<unknown>> {
  readonly #entries: CallEntries;
  readonly #how: 'listen' | 'watch';
  #entry: EndpointStream | undefined;

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
