import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { acceptsEmpty } from '../schema/acceptsEmpty.ts';
import { INVALID } from '../schema/INVALID.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { soon } from '../shared/soon.ts';
import type { Placing, SetResponseAction } from './Action.ts';
import type { Commits } from './Commits.ts';
import type { EndpointEntry } from './EndpointEntry.ts';
import { type Flight, Flights, type Doubt } from './Flights.ts';
import { LiveRequest, type Sent } from './LiveRequest.ts';
import { readStored } from './readState.ts';
import { RowSet } from './RowSet.ts';
import { Suspects } from './Suspects.ts';
import type { StoreOptions } from './StoreOptions.ts';
import type { Transport } from './Transport.ts';

/** A call of an endpoint: which key it has and what it was called with. */
export interface Call {
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}

/** Sends requests and stores what comes of them. The only place where sequence numbers are given out. */
export class Requests {
  readonly #commits: Commits;
  readonly #options: Required<StoreOptions>;
  readonly #transport: Transport;
  /** The requests under way. */
  readonly live = new Set<LiveRequest>();
  readonly flights = new Flights();
  readonly #doubted: (doubt: Doubt, place: number) => void;
  readonly #suspects = new Suspects();
  #seq = 0;

  /** `doubted` is told what requests have brought that were in each other's way, when all of them are over. */
  constructor(
    commits: Commits,
    options: Required<StoreOptions>,
    transport: Transport,
    doubted: (doubt: Doubt, place: number) => void,
  ) {
    this.#commits = commits;
    this.#options = options;
    this.#transport = transport;
    this.#doubted = doubted;
  }

  /** How many requests wait for their first answer. */
  get inFlight(): number {
    let count = 0;
    for (const request of this.live) if (!request.isSettled) count++;
    return count;
  }

  /** Place of the oldest request that waits for its first answer; Infinity without any. */
  get oldest(): number {
    let oldest = Infinity;
    for (const { isSettled, seq } of this.live) if (!isSettled) oldest = Math.min(oldest, seq);
    return oldest;
  }

  /** The next place in the store's one order of requests and writes. */
  nextSeq(): number {
    return ++this.#seq;
  }

  /** Has all further places come after one of another store. */
  skipTo(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  /** The place of a write that is made at this moment. */
  placeNow(): Placing {
    const sent = this.sending();
    return { ...sent, receivedAt: sent.fetchedAt, awaitsOlder: this.#awaitsOlder(sent.seq) };
  }

  /** Whether a request without an answer was sent before `seq`. */
  #awaitsOlder(seq: number): boolean {
    for (const request of this.live) {
      // They stand in the order of sending, but for those that were sent again.
      if (request.seq >= seq && request.attempt === 1) return false;
      if (request.seq < seq && !request.isSettled) return true;
    }
    return false;
  }

  /** Sends a read for an entry; its answer has the place it was sent at. `soft`: data stays shown whatever its failure is. */
  read(entry: EndpointEntry, later: boolean, policy?: 'soft'): LiveRequest {
    const { endpoint } = entry;
    const sending = this.sending();
    let flight = this.flights.begin(sending.seq, entry.key);
    const request: LiveRequest = new LiveRequest(entry.key, sending, {
      answer: (response, isFirst) => {
        const place = this.over(flight);
        const placing = this.placed(request, isFirst ? request.seq : this.nextSeq());
        const touched = flight.others.size > 0 ? new RowSet() : undefined;
        const told = this.store(entry, response, placing, entry, { touched });
        // An answer that is rejected brings nothing.
        if (touched) flight.rows.addAll(touched);
        this.landed(flight, place);
        return told;
      },
      fail: (error, isFirst) => {
        const placing = this.placed(request, isFirst ? request.seq : this.nextSeq());
        this.storeError(entry, error, placing, entry, policy);
      },
      isFollowed: () => entry.follows(request),
      isHeld: () => entry.isHeld,
      retries: {
        wait: (error, attempt) => {
          // Nobody waits, or a newer request has taken its place.
          if (!entry.isHeld || !entry.follows(request)) return undefined;
          const wait = this.#transport.retryWait(endpoint, entry.key, error, attempt);
          if (wait !== undefined) this.landed(flight, this.over(flight));
          return entry.follows(request) ? wait : undefined;
        },
        place: () => {
          const sent = this.sending();
          flight = this.flights.begin(sent.seq, entry.key);
          return sent;
        },
        resent: () => {
          entry.changed();
          this.#announce(request, entry);
        },
      },
      settled: () => entry.requestSettled(request),
      ended: () => {
        this.live.delete(request);
        entry.requestEnded(request);
        this.landed(flight, this.over(flight));
      },
    });
    this.live.add(request);
    if (later) {
      this.#commits.defer(() => entry.requestStarted(request));
      soon(() => this.run(request, entry));
    } else {
      entry.requestStarted(request);
      this.run(request, entry);
    }
    return request;
  }

  /** The answer of a request has come, or none will. Gives the place of this moment: requests that are sent later do not overlap it. */
  over(flight: Flight): number {
    flight.isOpen = false;
    return this.nextSeq();
  }

  /** What a request brought is stored: it may be in doubt at `place`, where the request was over. */
  landed(flight: Flight, place: number): void {
    const doubt = this.flights.end(flight);
    if (!doubt) return;
    this.#suspects.add(doubt.removed, place);
    this.#doubted(doubt, place);
  }

  /** Place and time of a request that is sent at this moment. */
  sending(): Sent {
    const { epoch } = this.#commits;
    return { seq: this.nextSeq(), epoch, fetchedAt: this.#options.scheduler.now() };
  }

  /** The place `seq` of an answer that arrives at this moment. */
  placed({ epoch, fetchedAt }: LiveRequest, seq: number): Placing {
    const receivedAt = this.#options.scheduler.now();
    return { seq, epoch, fetchedAt, receivedAt, awaitsOlder: this.#awaitsOlder(seq) };
  }

  /** Runs the function of the endpoint. */
  run(request: LiveRequest, { key, endpoint, args }: Call): void {
    this.#announce(request, { key, args });
    this.#transport.run(request, { key, endpoint, args });
  }

  #announce({ fetchedAt }: LiveRequest, { key, args }: Pick<Call, 'key' | 'args'>): void {
    this.#commits.announce({ type: 'fetch', key, args, at: fetchedAt });
  }

  /** Stores an answer, or throws; gives the store's view of it, once subscribers were told. */
  store(
    call: Call,
    response: unknown,
    placing: Placing,
    entry: EndpointEntry | undefined,
    extras: Partial<SetResponseAction>,
  ): Promise<unknown> {
    let result: unknown;
    let resolve!: (value: unknown) => void;
    let reject!: (error: unknown) => void;
    const told = new Promise<unknown>((...settle) => ([resolve, reject] = settle));
    const action = this.#responseAction(call, response, placing, entry !== undefined);
    const delivered = (): void => {
      try {
        resolve(this.#delivered(call, result, placing, entry));
      } catch (error) {
        reject(error);
      }
    };
    const onResult = (stored: unknown): void => void (result = stored);
    this.#commits.dispatch({ ...action, ...extras, onResult }, delivered, reject);
    // Only the first answer of a request is waited for.
    told.catch(() => {});
    return told;
  }

  /** The store's view of an answer that subscribers were told of. Throws, and stores as error, that it lacks what its schema needs. */
  #delivered(
    call: Call,
    result: unknown,
    placing: Placing,
    entry: EndpointEntry | undefined,
  ): unknown {
    const row = entry && this.#commits.state.answers.get(entry.key);
    const isShown = row?.answered === true && row.seq === placing.seq;
    if (!entry || !isShown) {
      // An answer that came too late changes nothing, but the request is over.
      entry?.changed();
      return this.#viewOf(call, result);
    }
    const view = entry.view();
    if (view.failure) throw view.failure;
    if (view.source === 'answer') return view.data;
    const confirmed = this.#confirmedView(call, result);
    if (confirmed !== undefined) return confirmed;
    const error = new StreambedError(
      'SB_ANSWER_INCOMPLETE',
      `${call.key}: an entity that the schema needs is missing or was removed.`,
    );
    this.storeError(call, error, placing, entry);
    throw error;
  }

  /** What a mutation under way hides is there all the same. */
  #confirmedView({ endpoint, args }: Call, result: unknown): unknown {
    if (this.#commits.layers.length === 0) return undefined;
    return readStored(this.#commits.confirmed, endpoint.schema, result, args);
  }

  #responseAction(
    { key, endpoint, args }: Call,
    response: unknown,
    placing: Placing,
    keep: boolean,
  ): SetResponseAction {
    const { dataExpiryLength: expiryLength = this.#options.dataExpiryLength } = endpoint;
    // Mutations may answer nothing.
    const isEmpty = response === undefined || response === null;
    const mayBeEmpty = isEmpty && !keep && !acceptsEmpty(endpoint.schema);
    const schema = mayBeEmpty ? undefined : endpoint.schema;
    const { entities } = this.#commits.confirmed;
    const absence = keep ? this.#suspects.absence(placing.seq, entities) : undefined;
    return {
      type: 'setResponse',
      key,
      args,
      schema,
      response,
      placing,
      expiryLength,
      keep,
      ...(absence && { absence }),
    };
  }

  #viewOf(call: Call, result: unknown): unknown {
    const { graph } = this.#commits;
    const { args, endpoint } = call;
    const value = graph.readOnce(args, () => graph.unvisit(endpoint.schema, result));
    return value === INVALID || value === undefined ? this.#confirmedView(call, result) : value;
  }

  /** Stores an answer that did not come by a request. */
  storeResponse(call: Call, response: unknown): void {
    const keep = call.endpoint.sideEffect !== true;
    this.#commits.dispatch(this.#responseAction(call, response, this.placeNow(), keep));
  }

  /** Stores a failure; `entry` is the key that waited for it, if any. */
  storeError(
    { key, endpoint, args }: Call,
    error: Error,
    placing: Placing = this.placeNow(),
    entry?: EndpointEntry,
    policy?: 'soft',
  ): void {
    // An abort is no error, except to those who would wait for ever.
    if (error.name !== 'AbortError' || (entry && entry.read().data === undefined)) {
      this.#commits.dispatch({
        type: 'setError',
        key,
        args,
        error,
        errorPolicy: policy ?? this.#policyFor(key, endpoint, error),
        placing,
        expiryLength: endpoint.errorExpiryLength ?? this.#options.errorExpiryLength,
      });
    }
    entry?.changed();
  }

  #policyFor(key: string, endpoint: EndpointInterface, error: Error): 'soft' | 'hard' {
    try {
      return endpoint.errorPolicy?.(error) ?? 'hard';
    } catch (thrown) {
      this.#options.onError(thrown, { key });
      return 'hard';
    }
  }

  /** Gives up all requests that were sent before `seq`. */
  giveUpAll(errorFor: (key: string) => Error, seq = Infinity): void {
    for (const request of [...this.live]) {
      if (request.seq < seq) request.giveUp(errorFor(request.key));
    }
  }
}
