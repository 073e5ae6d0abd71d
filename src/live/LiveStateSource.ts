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

/** A key that is kept fresh, with what that needs of the store. */
export interface LiveKey {
  readonly parts: StoreParts;
  readonly endpoint: EndpointInterface;
  /** The entry of the key, made if there is none. */
  entry(): EndpointEntry;
  /** The state now; makes no entry. */
  read(): State;
}

/** The state of a key for one subscription that keeps it fresh: by polling it, or by following its live source. */
export class LiveStateSource implements StateSource<State> {
  readonly #key: LiveKey;
  /** While it is listened to. */
  #entry: EndpointEntry | undefined;
  /** The request that it joined or started, of which it may turn out that it gives a single value. */
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
      this.#follow(entry);
    } else {
      const polls = parts.features.get(Polls, () => new Polls(parts));
      this.#stopPoll = polls.add(entry, pollFrequency);
    }
  }

  #follow(entry: EndpointEntry): void {
    let request = entry.joinable?.keep();
    // A source that is open stays.
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

/** The error for an endpoint that gives one response and is not polled. */
export function notLive(endpoint: EndpointInterface): StreambedError {
  return new StreambedError(
    SB_NOT_LIVE,
    `${labelOf(endpoint)} gives one response and has no pollFrequency, so there is nothing to follow.`,
  );
}
