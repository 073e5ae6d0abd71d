import type { Observable } from 'rxjs';
import type { PageOf } from '../../../data/schema/collection/PageNotes.ts';
import { labelOf } from '../../../data/endpoint/labelOf.ts';
import { runInMicrotask } from '../../../shared/runInMicrotask.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import type { Meta } from '../../commits/Action.ts';
import { applyUnchanged } from '../../commits/applyResponse.ts';
import { Request } from '../../requests/Request.ts';
import { placeholderLost } from '../../requests/placeholderLost.ts';
import type { Call, LiveRequest } from '../../requests/Requests.ts';
import { retryWait } from '../../requests/retryWait.ts';
import { EntityKeySet } from '../../table/EntityKeySet.ts';
import type { EndpointView } from '../../views/EndpointView.ts';
import type { RetainedSource } from '../RetainedSource.ts';
import type { StreamLease } from '../StreamLease.ts';
import type { KeyRequests } from './KeyRequests.ts';
import { untilOpen } from './untilOpen.ts';
import { listOf, namedRows, storeError, takeResponse, viewOf } from './responses.ts';

/** A timer that fires this much too late, ms, has gone through a sleep of the machine. */
const SLEPT = 10_000;

/** The stream of a key, as its reads know it: an `EndpointStream`, which sends them. */
export interface ReadStream extends RetainedSource<unknown>, Call {
  readonly requests: KeyRequests<ReadRequest>;
  readonly renderLease: StreamLease | undefined;
  /** Whether its state has data. */
  readonly hasData: boolean;
  /** Whether data is fetched for an observer or a suspended render. */
  readonly isWanted: boolean;
  /** False once its state has to be made anew. */
  isCurrent: boolean;
  /** The data that can be shown now, whatever its status. */
  view(): EndpointView;
  /** Recomputes the state and notifies observers. */
  changed(): void;
}

/** A request that is sent again after a failure, while the key of its read is observed. */
export abstract class RetriedRequest extends Request {
  /** The read that brings the response to the store. */
  abstract readonly read: ReadRequest;

  protected override retry(error: Error): boolean {
    const wait = this.waitAfter(error);
    // The user's code may have aborted the request.
    if (this.phase === 'ended') return true;
    if (wait === undefined) return false;
    this.stopTimer();
    this.phase = this.read.phase = 'pausing';
    this.failure = this.read.failure = error;
    this.pause(wait);
    return true;
  }

  /** How long to wait before the request is sent again, ms; `undefined`: the failure is final. */
  private waitAfter(error: Error): number | undefined {
    const { attempt, endpoint, key, read, requests } = this;
    // The key is not observed, or a newer request replaces this one.
    if (!read.owner.isHeld || !read.follows()) return undefined;
    const { onError, random, retry: byDefault } = requests.options;
    const { retry = byDefault } = endpoint;
    let wait: number | undefined;
    try {
      wait = retryWait(retry, { error, attempt, random, now: requests.now() });
    } catch (thrown) {
      onError(thrown, { key });
    }
    if (wait === undefined) return undefined;
    if (this.inFlight) requests.committed(this);
    return read.follows() ? wait : undefined;
  }

  /** After a sleep of the machine all pauses end at once, so these retries are spread again. */
  private pause(wait: number): void {
    const { read, requests } = this;
    const at = requests.now() + wait;
    this.setTimer(wait, () => {
      if (requests.now() - at >= SLEPT) {
        return this.pause(requests.options.random() * Math.min(wait, 1_000));
      }
      this.begin();
      read.phase = 'waiting';
      read.started();
      return this.send();
    });
  }
}

/** A request for the data of a key. Its first response has the seq of the request. */
export class ReadRequest extends RetriedRequest {
  declare readonly owner: ReadStream;
  /** The key to fetch once more after a conflict. */
  readKey!: string;
  /** Why the last try failed, its own or that of a part, while the read is pausing. */
  declare failure: Error;
  /** `soft`: a failure does not hide the data. */
  policy: 'soft' | undefined;
  page: PageOf | undefined;
  /** Whether its source has not ended with its first value. */
  isLive = false;

  get read(): this {
    return this;
  }

  /** Returns the request whose response has to be stored first, if it brings a page of a list. */
  beginPage(): LiveRequest | undefined {
    const { commits, pending } = this.requests;
    const list = listOf(this.requests, this);
    if (!list) return undefined;
    const { kind, pk } = list;
    const record = commits.latest.confirmed.get(kind, pk);
    const { after, page } = list.pageRequest<LiveRequest>(list.key, record, pending);
    this.page = { ...page, list: { kind, pk } };
    return after;
  }

  /** A try begins: its key follows it. `isLater`: observers are notified when it is sent. */
  started(isLater = false): void {
    const { owner, requests } = this;
    this.readKey = owner.requests.conflictKey ?? owner.key;
    if (!this.inFlight) requests.overlaps?.beginRead(this);
    owner.requests.start(this);
    if (this.attempt > 1) owner.renderLease?.left();
    if (isLater) owner.isCurrent = false;
    else owner.changed();
  }

  override left(reason: Error): void {
    if (!this.owner.isHeld) super.left(reason);
  }

  protected override follow(source: Observable<unknown>, after?: Promise<unknown>): void {
    super.follow(this.isSingleValue ? source : untilOpen(source, this), after);
  }

  get waits(): boolean {
    const { inFlight, isSingleValue, owner, requests, seq } = this;
    return !isSingleValue && !owner.requests.closesWhenIdle && !inFlight && requests.lastSeq > seq;
  }

  goesOn(): void {
    const { inFlight, isSingleValue, requests } = this;
    this.isLive = true;
    // It has conflicts with no mutation: its next event is newer.
    if (inFlight && !isSingleValue) requests.overlaps?.leave(inFlight);
  }

  protected store(response: unknown, isFirst: boolean): void {
    const { inFlight, isSingleValue, owner, page, requests } = this;
    // All values of a live source are events: they count from their arrival. If nothing else is known
    // of the source, its first value may be the state before a mutation that overlaps it.
    const isLive = owner.requests.closesWhenIdle || (this.isLive && !inFlight);
    const isEvent = !isFirst || (isLive && !isSingleValue && this.follows());
    const seq = isEvent ? requests.nextSeq() : this.seq;
    const extras = page && { page: isFirst ? page : { ...page, start: undefined } };
    takeResponse(this, owner, response, seq, extras);
    owner.requests.settleConflicts(seq, owner);
    // A source that ends with its first value is concluded by its end.
    if (inFlight && isSingleValue) requests.committed(this);
  }

  /** If the view lacks data that the schema requires, stores an error and throws it. */
  viewOf(result: unknown, meta: Meta): unknown {
    const { owner, requests } = this;
    const row = requests.commits.shown.visible.result(owner.key);
    const isStored = row?.hasResult && row.seq === meta.seq;
    if (isStored) {
      const view = owner.view();
      if (view.failure) throw view.failure;
      if (view.source === 'response') return view.data;
    } else {
      // A response that was too late to be stored has settled its request.
      owner.changed();
    }
    const value = viewOf(requests, owner, result);
    if (!isStored || value !== undefined) return value;
    const error = new StreambedError(
      'SB_ANSWER_INCOMPLETE',
      `${labelOf(owner.endpoint)}: the schema requires an entity that is missing or was removed.`,
    );
    storeError(requests, owner, error, meta);
    owner.changed();
    if (this.#isOutdated()) this.doubtful = [];
    throw error;
  }

  /** Whether an entity that the arguments name was removed after the request was sent. */
  #isOutdated(): boolean {
    const { confirmed } = this.requests.commits.latest;
    let isOutdated = false;
    namedRows(this, undefined).forEach((key, pk) => {
      isOutdated ||= !confirmed.has(key, pk) && (confirmed.meta(key, pk)?.seq ?? 0) > this.seq;
    });
    return isOutdated;
  }

  /** "Not modified" is a success: the data stays and is fresh again. */
  protected override failed(error: Error, isFirst: boolean): void {
    const { commits } = this.requests;
    const isModified = (error as { status?: unknown }).status !== 304;
    if (isModified || !commits.latest.confirmed.result(this.key)?.hasResult) {
      return super.failed(error, isFirst);
    }
    const seq = isFirst ? this.seq : this.requests.nextSeq();
    takeResponse(this, this.owner, undefined, seq, undefined, applyUnchanged);
  }

  protected fail(error: Error, isFirst: boolean): void {
    const { inFlight, owner, requests } = this;
    const { status } = error as { readonly status?: unknown };
    const isGone = status === 404 || status === 410;
    if (inFlight && isGone) {
      // The server had none of these.
      const rows = namedRows(this, this.endpoint.parentArgs?.(this.args));
      requests.overlaps!.bring(inFlight, rows, new EntityKeySet());
    }
    const seq = isFirst ? this.seq : requests.nextSeq();
    storeError(requests, owner, error, this, seq, this.policy);
    owner.changed();
  }

  /** The read has waited: in the order of requests, it begins now. */
  beginAnew(): void {
    this.attempt = 0;
    this.begin();
    this.started();
  }

  /** Fails without a request. */
  refuse(error: Error): void {
    storeError(this.requests, this.owner, error, this, this.seq, this.policy);
    this.abort(error);
  }

  override follows(): boolean {
    const { owner } = this;
    return owner.requests.current === this && !owner.context.streams.isIdle(owner);
  }

  protected override settled(): void {
    const { owner } = this;
    if (owner.requests.current !== this) return;
    owner.isCurrent = false;
    owner.renderLease?.responded();
  }

  protected override ended(wasOpen: boolean, wasSettled: boolean): void {
    const { owner } = this;
    if (!owner.requests.end(this)) return;
    owner.isCurrent = false;
    // While it was open, it kept the data valid.
    if (wasOpen) owner.changed();
    owner.requests.settleConflicts(wasSettled ? this.seq : 0, owner);
  }
}

/**
 * Sends a read. `later`: notifies observers and sends the request in a microtask. `policy` is `soft`
 * if a failure does not hide the data.
 */
export function sendRead(stream: ReadStream, later = false, policy?: 'soft'): ReadRequest {
  const { context, endpoint, requests } = stream;
  const read = requests.makeRead?.() ?? new ReadRequest(context.requests, stream);
  read.policy = policy;
  const after = endpoint.pageOf ? read.beginPage()?.promise : undefined;
  /** Sends the request once the real pks are known of the placeholder ids in its args. */
  const send = (hasWaited = false): void => {
    if (read.phase !== 'waiting') return;
    const { args, ids } = context.requests.resolve(stream.args);
    if (ids === 'pending') {
      // Until it is sent it overlaps no mutation.
      if (read.inFlight) context.requests.overlaps!.leave(read.inFlight);
      context.streams.awaitIds(() => runInMicrotask(() => send(true)));
      return;
    }
    read.args = args;
    if (hasWaited) read.beginAnew();
    if (ids === 'known') read.send(after);
    else read.refuse(placeholderLost(read));
  };
  read.started(later);
  if (later) {
    runInMicrotask(() => {
      stream.changed();
      send();
    });
  } else send();
  return read;
}
