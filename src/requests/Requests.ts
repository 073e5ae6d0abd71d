import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { soon } from '../shared/soon.ts';
import type { Placing } from '../commits/Action.ts';
import { Answers } from './Answers.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Call } from './Call.ts';
import type { ReadTarget } from './ReadTarget.ts';
import { type Flight, Flights, type Doubt } from './Flights.ts';
import { LiveRequest, type Sent } from './LiveRequest.ts';
import { type KeyFor, Pages } from './Pages.ts';
import { Suspects } from '../commits/Suspects.ts';
import type { RequestOptions } from './RequestOptions.ts';
import type { Transport } from './Transport.ts';

/** Sends requests, and has stored what comes of them. The only place where sequence numbers are given out. */
export class Requests {
  readonly #commits: Commits;
  readonly #options: Required<RequestOptions>;
  readonly #transport: Transport;
  /** The requests under way. */
  readonly live = new Set<LiveRequest>();
  readonly flights = new Flights();
  readonly answers: Answers;
  readonly #pages: Pages;
  readonly #doubted: (doubt: Doubt) => void;
  readonly #suspects = new Suspects();
  #seq = 0;

  /** `doubted` is told what requests have brought that were in each other's way, when all of them are over; `keyFor`: see {@link KeyFor}. */
  constructor(
    commits: Commits,
    options: Required<RequestOptions>,
    transport: Transport,
    doubted: (doubt: Doubt) => void,
    keyFor: KeyFor,
  ) {
    this.#commits = commits;
    this.#options = options;
    this.#transport = transport;
    this.#doubted = doubted;
    this.#pages = new Pages(commits, this.live, keyFor);
    this.answers = new Answers(commits, options, this.#suspects, this.#pages, () =>
      this.placeNow(),
    );
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

  /** The last place that was given out. */
  get lastSeq(): number {
    return this.#seq;
  }

  /** Has all further places come after one of another store. */
  skipTo(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  /** The place of a write that is made at this moment. */
  placeNow(): Placing {
    const seq = this.nextSeq();
    const now = this.#options.scheduler.now();
    const awaitsOlder = this.#awaitsOlder(seq);
    return { seq, epoch: this.#commits.epoch, fetchedAt: now, receivedAt: now, awaitsOlder };
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
  read(entry: ReadTarget, later: boolean, policy?: 'soft'): LiveRequest {
    const { key, endpoint } = entry;
    const sending = this.sending();
    let flight = this.flights.begin(sending.seq, key);
    // All tries are for the call that the first one was for.
    let call: Call | undefined;
    const send = (): void => {
      call ??= { key, endpoint: entry.endpoint, args: entry.args };
      this.run(request, call, page?.after);
    };
    const request: LiveRequest = new LiveRequest(entry, sending, {
      answer: (response, isFirst) => {
        this.over(flight);
        const placing = this.placed(request, isFirst ? request.seq : this.nextSeq());
        const told = this.answers.store(entry, response, placing, flight, {
          entry,
          ...(page && isFirst && { page: page.of }),
        });
        this.landed(flight);
        return told;
      },
      fail: (error, isFirst) => {
        const placing = this.placed(request, isFirst ? request.seq : this.nextSeq());
        this.answers.storeError(entry, error, placing, entry, policy);
      },
      isFollowed: () => entry.follows(request),
      isHeld: () => entry.isHeld,
      retry: (error) => {
        // Nobody waits, or a newer request has taken its place.
        if (!entry.isHeld || !entry.follows(request)) return undefined;
        const wait = this.#transport.retryWait(endpoint, key, error, request.attempt);
        if (wait === undefined) return undefined;
        this.landed(flight);
        if (!entry.follows(request)) return undefined;
        return this.#transport.afterPause(wait, () => {
          const sent = this.sending();
          flight = this.flights.begin(sent.seq, key);
          request.begin(sent);
          entry.requestStarted(request);
          send();
        });
      },
      settled: () => entry.requestSettled(request),
      ended: () => {
        this.live.delete(request);
        if (page) this.#pages.end(page);
        entry.requestEnded(request);
        this.landed(flight);
      },
    });
    const page = this.#pages.begin(entry, request);
    this.live.add(request);
    if (later) {
      this.#commits.defer(() => entry.requestStarted(request));
      soon(send);
    } else {
      entry.requestStarted(request);
      send();
    }
    return request;
  }

  /** The answer of a request has come, or none will. Gives the place of this moment: requests that are sent later do not overlap it. */
  over(flight: Flight): number {
    return (flight.overSeq ??= this.nextSeq());
  }

  /** What a request brought is stored, or it has failed. */
  landed(flight: Flight): void {
    this.over(flight);
    const doubt = this.flights.end(flight);
    if (!doubt) return;
    this.#suspects.add(doubt.removed, doubt.seq);
    this.#doubted(doubt);
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

  /** Runs the function of the endpoint. What comes is stored when `after` is settled. */
  run(request: LiveRequest, call: Call, after?: LiveRequest): void {
    const { key, endpoint, args } = call;
    const { name } = endpoint;
    this.#commits.announce({ type: 'fetch', key, name, args, at: request.fetchedAt });
    request.run(this.#transport, call, after);
  }

  /** Gives up all requests that were sent before `seq`. */
  giveUpAll(errorFor: (endpoint: EndpointInterface) => Error, seq = Infinity): void {
    for (const request of [...this.live]) {
      if (request.seq < seq) request.giveUp(errorFor(request.endpoint));
    }
  }
}
