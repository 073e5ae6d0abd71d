import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import type { LiveRequest } from '../requests/LiveRequest.ts';
import { SB_NOT_LIVE } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { StoreParts } from '../store/partsOf.ts';
import type { EndpointEntry } from '../streams/EndpointEntry.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { SourceListener, StateSource } from '../streams/StateSource.ts';
import { Polls } from './Polls.ts';

type State = EndpointState<unknown>;

/** A key that is kept fresh, with its store. */
export interface LiveKey {
  readonly parts: StoreParts;
  readonly endpoint: EndpointInterface;
  /** The entry of the key; creates it if needed. */
  entry(): EndpointEntry;
  /** The current state; creates no entry. */
  read(): State;
}

/**
 * The state of a key for one subscription that keeps it fresh: it polls the key, or keeps its live
 * source open.
 */
export class LiveStateSource implements StateSource<State> {
  readonly #key: LiveKey;
  /** Set while the source has a listener. */
  #entry: EndpointEntry | undefined;
  /**
   * The request that the subscription joined or started. It may turn out to return a single value.
   */
  #request: LiveRequest | undefined;
  #stopPoll: (() => void) | undefined;

  constructor(key: LiveKey) {
    this.#key = key;
  }

  read(): State {
    if (this.#request?.givesOne) throw notLive(this.#key.endpoint);
    return (this.#entry ?? this.#key).read();
  }

  listen(listener: SourceListener): void {
    const { parts, endpoint } = this.#key;
    const { pollFrequency } = endpoint;
    const entry = (this.#entry = this.#key.entry());
    entry.watch(listener, 'wants');
    if (pollFrequency === undefined) {
      this.#keepOpen(entry);
    } else {
      const polls = parts.features.get(Polls, () => new Polls(parts));
      this.#stopPoll = polls.add(entry, pollFrequency);
    }
  }

  #keepOpen(entry: EndpointEntry): void {
    let request = entry.joinable?.keep();
    // A source that is already open stays open.
    if (!request && !entry.isBusy) request = this.#key.parts.requests.read(entry, false).keep();
    if (request?.givesOne) throw notLive(this.#key.endpoint);
    this.#request = request;
    entry.isLive = true;
  }

  unlisten(listener: SourceListener): void {
    const [entry, stop] = [this.#entry, this.#stopPoll];
    this.#entry = this.#stopPoll = undefined;
    stop?.();
    entry?.unlisten(listener);
  }
}

/** The error for an endpoint that returns one response and is not polled. */
export function notLive(endpoint: EndpointInterface): StreambedError {
  return new StreambedError(
    SB_NOT_LIVE,
    `${labelOf(endpoint)} returns one response and has no pollFrequency, so it cannot be kept fresh.`,
  );
}
