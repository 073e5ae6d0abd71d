import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import type { Request } from '../../kernel/requests/Request.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import {
  DerivedObservables,
  type EndpointObservable,
} from '../../kernel/streams/EndpointObservable.ts';
import type { EndpointState, ExpiryStatus } from '../../kernel/streams/EndpointState.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import { MappedObservable } from '../../kernel/streams/MappedObservable.ts';
import type { SourceListener, StateObservable } from '../../kernel/streams/StateObservable.ts';
import { Polls } from './Polls.ts';

type State = EndpointState<unknown>;

/**
 * A stream that each of its subscribers keeps fresh: the subscription polls the key, or keeps its
 * live source open.
 */
export class LiveObservable
  extends MappedObservable<State, State>
  implements EndpointObservable<unknown>
{
  readonly #internals: StoreInternals;
  readonly #endpoint: EndpointInterface;
  readonly #stream: EndpointStream;
  readonly #derived: DerivedObservables<unknown>;
  /**
   * The request that the last subscription joined or started. It may turn out to return a single
   * value.
   */
  #request: Request | undefined;
  readonly #stopPolls = new Map<SourceListener, () => void>();

  constructor(internals: StoreInternals, endpoint: EndpointInterface, stream: EndpointStream) {
    super(stream, (state) => state);
    this.#internals = internals;
    this.#endpoint = endpoint;
    this.#stream = stream;
    this.#derived = new DerivedObservables(this, stream);
  }

  get key(): string {
    return this.#stream.key;
  }

  override read(): State {
    if (this.#request?.isSingleValue) throw notLive(this.#endpoint);
    return super.read();
  }

  override listen(listener: SourceListener): void {
    const internals = this.#internals;
    const { pollFrequency } = this.#endpoint;
    this.#stream.listen(listener, 'keeps');
    if (pollFrequency === undefined) {
      this.#keepOpen();
    } else {
      const polls = internals.feature(Polls, () => new Polls(internals));
      this.#stopPolls.set(listener, polls.add(this.#stream, pollFrequency));
    }
  }

  #keepOpen(): void {
    const stream = this.#stream;
    const { requests } = stream;
    let request = requests.joinable?.detach();
    // A source that is already open stays open.
    if (!request && !requests.isBusy) request = stream.startRead();
    if (request?.isSingleValue) throw notLive(this.#endpoint);
    this.#request = request;
    requests.closesWhenIdle = true;
  }

  override unlisten(listener: SourceListener): void {
    this.#stopPolls.get(listener)?.();
    this.#stopPolls.delete(listener);
    super.unlisten(listener);
    if (!this.#stream.isListened) this.#request = undefined;
  }

  get data$(): Observable<unknown> {
    return this.#derived.data$;
  }

  get dataOrThrow$(): Observable<unknown> {
    return this.#derived.dataOrThrow$;
  }

  get status$(): StateObservable<ExpiryStatus> {
    return this.#derived.status$;
  }

  get error$(): StateObservable<Error | undefined> {
    return this.#derived.error$;
  }

  refetch(): Promise<unknown> {
    return this.#stream.refetch();
  }

  served(): unknown {
    return this.#stream.served();
  }
}

/** The error for an endpoint that returns one response and is not polled. */
export function notLive(endpoint: EndpointInterface): StreambedError {
  return new StreambedError(
    'SB_NOT_LIVE',
    `${labelOf(endpoint)} returns one response and has no pollFrequency, so it cannot be kept fresh.`,
  );
}
