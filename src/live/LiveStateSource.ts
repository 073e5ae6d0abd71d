import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import type { Request } from '../requests/Request.ts';
import { SB_NOT_LIVE } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { StoreInternals } from '../store/internalsOf.ts';
import type { EndpointStream } from '../streams/EndpointStream.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { SourceListener, ReadableSource } from '../streams/ReadableSource.ts';
import { Polls } from './Polls.ts';

type State = EndpointState<unknown>;

/** A key that is kept fresh, with its store. */
export interface LiveKey {
  readonly parts: StoreInternals;
  readonly endpoint: EndpointInterface;
  /** The entry of the key; creates it if needed. */
  entry(): EndpointStream;
  /** The current state; creates no entry. */
  read(): State;
}

/**
 * The state of a key for one subscription that keeps it fresh: it polls the key, or keeps its live
 * source open.
 */
export class LiveStateSource implements ReadableSource<State> {
  readonly #key: LiveKey;
  /** Set while the source has a listener. */
  #entry: EndpointStream | undefined;
  /**
   * The request that the subscription joined or started. It may turn out to return a single value.
   */
  #request: Request | undefined;
  #stopPoll: (() => void) | undefined;

  constructor(key: LiveKey) {
    this.#key = key;
  }

  read(): State {
    if (this.#request?.isSingleValue) throw notLive(this.#key.endpoint);
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

  #keepOpen(entry: EndpointStream): void {
    let request = entry.joinable?.detach();
    // A source that is already open stays open.
    if (!request && !entry.isBusy) request = this.#key.parts.requests.read(entry, false).detach();
    if (request?.isSingleValue) throw notLive(this.#key.endpoint);
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
