import type { Meta } from '../commits/Action.ts';
import type { Commits } from '../commits/Commits.ts';
import type { ListRow } from '../../data/schema/collection/PageNotes.ts';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { DeadlineQueue } from './DeadlineQueue.ts';
import type { Conflict } from './Conflict.ts';
import type { OverlappingRequest } from './InFlight.ts';
import type { OverlapTracker } from './OverlapTracker.ts';
import type { RequestOptions } from './RequestOptions.ts';
import type { Args } from '../../shared/copyArgs.ts';
import type { Defaulted } from '../../shared/Optional.ts';

/** An endpoint, its args and the key of both. */
export interface Call {
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}

/** When a request was sent: the time, and its seq. */
export interface Sent {
  readonly seq: number;
  readonly epoch: number;
  /** ms since epoch. */
  readonly fetchedAt: number;
}

/** When a message arrived: the time, and its seq. */
interface Arrival {
  readonly seq: number;
  /** ms since epoch. */
  readonly at: number;
}

/** A request that may still bring a response. */
export interface LiveRequest extends OverlappingRequest, Sent {
  readonly key: string;
  readonly endpoint: EndpointInterface;
  /** The number of the current try, from 1. */
  readonly attempt: number;
  readonly promise: Promise<unknown>;
  /** Aborts the request. */
  abort(error: Error): void;
}

/** The args of a request, with real pks in place of the placeholder ids for which they are known. */
export interface ResolvedArgs {
  readonly args: Args;
  /** `pending`: an id belongs to an entity that is being created; `lost`: its creation has failed. */
  readonly ids: 'known' | 'pending' | 'lost';
}

/** Decides when mutations are sent. */
export interface MutationQueue {
  /** True until it has the mutations of before a reload. */
  readonly isLoading?: boolean;
  /**
   * Whether a mutation may be sent: called when its layer is visible, and before each try. One that
   * may not start waits until the queue calls its method `proceed`.
   */
  mayStart(mutation: LiveRequest): boolean;
  /** Whether a failed try is not final: the queue has the mutation pause, or has settled it. */
  mayRetry(mutation: LiveRequest, error: Error): boolean;
}

/** The requests of a store, and its sequence numbers: all of them are assigned here. */
export class Requests {
  readonly commits: Commits;
  readonly options: Defaulted<RequestOptions>;
  readonly deadlines: DeadlineQueue;
  /** In the order in which they were first sent. */
  readonly live: Set<LiveRequest>;
  /** Made for the first mutation: reads do not conflict with each other. */
  overlaps: OverlapTracker | undefined;
  /** The policy of errors of which an endpoint has none. Features may replace it. */
  errorPolicy: Defaulted<RequestOptions>['errorPolicy'];
  /** Decides when mutations are sent. Default: at once. A feature may set it. */
  queue: MutationQueue | undefined;
  /** Begins the ids of mutations. A feature that keeps mutations sets one of its own for each store. */
  prefix: string;
  /** Receives the conflicts of overlapping requests once these have settled. */
  readonly onConflict: (conflict: Conflict) => void;
  /** Replaces the placeholder ids in args whose real pks are known. */
  readonly resolve: (args: Args) => ResolvedArgs;
  /** Returns the store's key for `own`, the key that an endpoint with this schema uses. */
  readonly keyFor: (own: string, endpoint: { readonly schema?: unknown }) => string;
  /** The last sequence number that was assigned. */
  lastSeq: number;
  /** The arrival of the message that is being applied. */
  arrival: Arrival | undefined;
  /**
   * What applies the messages of a source that wait, by the seq of the oldest one of them. Each
   * removes itself.
   */
  readonly waiting: Map<number, () => void>;

  constructor(
    commits: Commits,
    options: Defaulted<RequestOptions>,
    deadlines: DeadlineQueue,
    onConflict: Requests['onConflict'],
    keyFor: Requests['keyFor'],
    resolve: Requests['resolve'],
  ) {
    this.commits = commits;
    this.options = options;
    this.deadlines = deadlines;
    this.live = new Set();
    this.overlaps = undefined;
    this.errorPolicy = options.errorPolicy;
    this.queue = undefined;
    this.prefix = '';
    this.onConflict = onConflict;
    this.keyFor = keyFor;
    this.resolve = resolve;
    this.lastSeq = 0;
    this.arrival = undefined;
    this.waiting = new Map();
  }

  /** The number of requests without a first response. */
  get inFlight(): number {
    return this.pending.length;
  }

  /**
   * The seq of the oldest request without a first response, or message that waits; Infinity if there
   * is none.
   */
  get oldest(): number {
    return Math.min(...this.waiting.keys(), ...this.pending.map(({ seq }) => seq));
  }

  /** The requests without a first response. */
  get pending(): LiveRequest[] {
    return [...this.live].filter(({ isSettled }) => !isSettled);
  }

  /** Assigns the next sequence number. */
  nextSeq(): number {
    return ++this.lastSeq;
  }

  /** The sequence number of a write: that of its message, or the next one. */
  writeSeq(): number {
    return this.arrival?.seq ?? this.nextSeq();
  }

  /** Applies the messages that wait: data that arrives now is stored after them. */
  applyWaiting(): void {
    // A batch that throws would drop them.
    if (this.commits.isInBatch) return;
    for (const apply of [...this.waiting.values()]) apply();
  }

  /** The current time, ms since epoch. */
  now(): number {
    return this.options.scheduler.now();
  }

  /**
   * The meta of a response that arrives now, and expires after `expiryLength` ms. Default: that of a
   * write that is made now, or by a message that has arrived before.
   */
  metaOf(expiryLength: number, sent?: Sent, seq = sent?.seq ?? this.writeSeq()): Meta {
    const receivedAt = (sent ? undefined : this.arrival?.at) ?? this.now();
    const epoch = sent ? sent.epoch : this.commits.epoch;
    const fetchedAt = sent?.seq === seq ? sent.fetchedAt : receivedAt;
    const oldestInFlight = this.oldestInFlight(seq);
    const expiresAt = receivedAt + expiryLength;
    return { seq, fetchedAt, receivedAt, expiresAt, epoch, oldestInFlight };
  }

  /** The seq of the oldest request that is still in flight, if it is older than `seq`. */
  oldestInFlight(seq: number): number | undefined {
    let oldest = seq;
    for (const request of this.live) {
      if (!request.isSettled) oldest = Math.min(oldest, request.seq);
      // Requests are in the order in which they were first sent.
      if (request.attempt === 1 && (!request.isSettled || request.seq >= seq)) break;
    }
    for (const waiting of this.waiting.keys()) oldest = Math.min(oldest, waiting);
    return oldest < seq ? oldest : undefined;
  }

  /**
   * Records that a request that was sent has a response or has failed; returns the seq of that
   * moment. Requests that are sent later do not overlap it.
   */
  responded({ inFlight }: Pick<LiveRequest, 'inFlight'>): number | undefined {
    return inFlight && (inFlight.overSeq ??= this.nextSeq());
  }

  /** Ends tracking of overlaps: the response is stored, or the request has failed. */
  committed(request: Pick<LiveRequest, 'inFlight'>): void {
    this.responded(request);
    const conflicts = request.inFlight && this.overlaps?.end(request.inFlight);
    for (const conflict of conflicts ?? []) this.onConflict(conflict);
  }

  /**
   * Has a read fetched once more, unless that was sent after `seq`: it leaves these rows open. Other keys
   * that show them wait for it, or are fetched if nothing observes it.
   */
  expireRead(key: string, seq: number, open: readonly ListRow[]): void {
    const [rows, removed, common] = [new EntityKeySet(), new EntityKeySet(), new EntityKeySet()];
    for (const row of open) common.add(row.kind, row.pk);
    this.onConflict({ keys: [key], shared: new Map([[key, common]]), rows, removed, seq });
  }

  /** Aborts all requests that were sent before `seq`. */
  abortAll(errorFor: (endpoint: EndpointInterface) => Error, seq = Infinity): void {
    const aborted = [...this.live].filter((request) => request.seq < seq);
    // None of them is sent because the end of another one gives it its turn.
    for (const request of aborted) this.live.delete(request);
    for (const request of aborted) request.abort(errorFor(request.endpoint));
  }
}
