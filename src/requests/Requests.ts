import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { runInMicrotask } from '../shared/runInMicrotask.ts';
import type { PageRequest } from '../schema/PageNotes.ts';
import type { Meta } from '../commits/Action.ts';
import { type KeyFor, ResponseHandler } from './ResponseHandler.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Call } from './Call.ts';
import { type Conflict, OverlapTracker } from './OverlapTracker.ts';
import { type ReadTarget, Request, type RequestHandler, type Sent } from './Request.ts';
import type { RequestOptions } from './RequestOptions.ts';
import type { Transport } from './Transport.ts';

/** Sends requests and stores their responses. All sequence numbers of a store are assigned here. */
export class Requests {
  readonly #commits: Commits;
  readonly #options: Required<RequestOptions>;
  readonly #transport: Transport;
  /** Requests that may still bring a response. */
  readonly live = new Set<Request>();
  readonly overlaps = new OverlapTracker();
  readonly responses: ResponseHandler;
  /** Pages in flight, in the order in which they were requested. */
  readonly #pages = new Set<PageRequest<Request>>();
  readonly #onConflict: (conflict: Conflict) => void;
  #seq = 0;

  /**
   * `onConflict` receives the conflicts of overlapping requests once these have settled; `keyFor`:
   * see {@link KeyFor}.
   */
  constructor(
    commits: Commits,
    options: Required<RequestOptions>,
    transport: Transport,
    onConflict: (conflict: Conflict) => void,
    keyFor: KeyFor,
  ) {
    this.#commits = commits;
    this.#options = options;
    this.#transport = transport;
    this.#onConflict = onConflict;
    this.responses = new ResponseHandler(commits, options, keyFor, (...sent) =>
      this.metaOf(...sent),
    );
  }

  /** The number of requests without a first response. */
  get inFlight(): number {
    let count = 0;
    for (const request of this.live) if (!request.isSettled) count++;
    return count;
  }

  /** The seq of the oldest request without a first response; Infinity if there is none. */
  get oldest(): number {
    let oldest = Infinity;
    for (const { isSettled, seq } of this.live) if (!isSettled) oldest = Math.min(oldest, seq);
    return oldest;
  }

  /** Assigns the next sequence number. */
  nextSeq(): number {
    return ++this.#seq;
  }

  /** The last sequence number that was assigned. */
  get lastSeq(): number {
    return this.#seq;
  }

  /** Makes all further sequence numbers higher than `seq`, one of another store. */
  skipTo(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  /**
   * The meta of a response that arrives now, and expires after `expiryLength` ms. Default: that of a
   * write that is made now.
   */
  metaOf(expiryLength: number, sent: Sent = this.sending(), seq = sent.seq): Meta {
    const { epoch, fetchedAt } = sent;
    const receivedAt = this.#options.scheduler.now();
    const expiresAt = receivedAt + expiryLength;
    const hasOlderInFlight = this.#hasOlderInFlight(seq);
    return { seq, fetchedAt, receivedAt, expiresAt, epoch, hasOlderInFlight };
  }

  /** Whether a request that was sent before `seq` is still in flight. */
  #hasOlderInFlight(seq: number): boolean {
    for (const request of this.live) {
      // Requests are in the order in which they were sent, except for retried ones.
      if (request.seq >= seq && request.attempt === 1) return false;
      if (request.seq < seq && !request.isSettled) return true;
    }
    return false;
  }

  /**
   * Sends a read. Its first response has the seq of the request. `soft`: a failure does not hide
   * the data.
   */
  read(entry: ReadTarget, later: boolean, policy?: 'soft'): Request {
    const { key, endpoint } = entry;
    // All tries use the args of the first one.
    let call: Call | undefined;
    const send = (): void => {
      call ??= { key, endpoint: entry.endpoint, args: entry.args };
      this.run(request, call, page?.after);
    };
    const handler: RequestHandler = {
      answer: (response, isFirst) => {
        this.markResponded(request);
        const seq = isFirst ? request.seq : this.nextSeq();
        const list = page && isFirst && { listKey: page.listKey, start: page.start };
        this.responses.store(request, entry, response, seq, list ? { page: list } : {});
        this.markCommitted(request);
      },
      fail: (error, isFirst) => {
        const seq = isFirst ? request.seq : this.nextSeq();
        const meta = this.responses.errorMeta(endpoint, request, seq);
        this.responses.storeError(entry, error, meta, entry, policy);
      },
      retry: (error) => {
        // The key is not observed, or a newer request replaces this one.
        if (!entry.isHeld || !entry.follows(request)) return undefined;
        const wait = this.#transport.retryWait(endpoint, key, error, request.attempt);
        if (wait === undefined) return undefined;
        this.markCommitted(request);
        if (!entry.follows(request)) return undefined;
        return this.#transport.afterPause(wait, () => {
          request.begin(this.sending());
          request.inFlight = this.overlaps.begin(request.seq, key);
          entry.requestStarted(request);
          send();
        });
      },
      ended: () => {
        this.live.delete(request);
        if (page) this.#endPage(page);
        this.markCommitted(request);
      },
    };
    const request: Request = new Request(entry, this.sending(), handler, entry);
    request.inFlight = this.overlaps.begin(request.seq, key);
    const page = this.#beginPage(entry, request);
    this.live.add(request);
    if (later) {
      this.#commits.defer(() => entry.requestStarted(request));
      runInMicrotask(send);
    } else {
      entry.requestStarted(request);
      send();
    }
    return request;
  }

  #beginPage(call: Call, request: Request): PageRequest<Request> | undefined {
    const list = this.responses.listOf(call);
    if (!list) return undefined;
    const { key, kind, pk } = list;
    const record = this.#commits.confirmed.entities.get(kind, pk);
    const page = list.pageRequest(key, request, record, this.#pages, this.live);
    this.#pages.add(page);
    return page;
  }

  #endPage(page: PageRequest<Request>): void {
    this.#pages.delete(page);
    // Otherwise each page would keep all earlier ones in memory.
    page.previous = page.after = undefined;
  }

  /**
   * Records that a request that was sent has a response or has failed; returns the seq of that
   * moment. Requests that are sent later do not overlap it.
   */
  markResponded({ inFlight }: Request): number | undefined {
    return inFlight && (inFlight.overSeq ??= this.nextSeq());
  }

  /** Ends tracking of overlaps: the response is stored, or the request has failed. */
  markCommitted(request: Request): void {
    this.markResponded(request);
    const conflict = request.inFlight && this.overlaps.end(request.inFlight);
    if (conflict) this.#onConflict(conflict);
  }

  /** The seq and time of a request that is sent now. */
  sending(): Sent {
    const { epoch } = this.#commits;
    return { seq: this.nextSeq(), epoch, fetchedAt: this.#options.scheduler.now() };
  }

  /** Runs the endpoint's function. Its outcome is handled after `after` has settled. */
  run(request: Request, call: Call, after?: Request): void {
    const { key, endpoint, args } = call;
    const { name } = endpoint;
    this.#commits.announce({ type: 'fetch', key, name, args, at: request.fetchedAt });
    request.run(this.#transport, call, after);
  }

  /** Aborts all requests that were sent before `seq`. */
  giveUpAll(errorFor: (endpoint: EndpointInterface) => Error, seq = Infinity): void {
    for (const request of [...this.live]) {
      if (request.seq < seq) request.giveUp(errorFor(request.endpoint));
    }
  }
}
