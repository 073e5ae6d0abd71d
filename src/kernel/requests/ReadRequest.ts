import { applyUnchanged } from '../commits/applyResponse.ts';
import type { PageOf } from '../../data/schema/collection/PageNotes.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { Request } from './Request.ts';
import type { LiveRequest, ReadFeatures, ReadTarget, Requests } from './Requests.ts';
import { listOf, storeError, takeResponse } from './responses.ts';
import { retryWait } from './retryWait.ts';

/** A timer that fires this much too late, ms, has gone through a sleep of the machine. */
const SLEPT = 10_000;

/** A request that is sent again after a failure, while the key of its read is observed. */
export abstract class RetriedRequest extends Request {
  /** The read that brings the response to the store. */
  protected abstract get read(): ReadRequest;

  protected override retry(error: Error): boolean {
    const wait = this.waitAfter(error);
    // The user's code may have aborted the request.
    if (this.hasEnded) return true;
    if (wait === undefined) return false;
    this.stopTimer();
    this.failure = this.read.failure = error;
    this.pause(wait);
    return true;
  }

  /** How long to wait before the request is sent again, ms; `undefined`: the failure is final. */
  private waitAfter(error: Error): number | undefined {
    const { attempt, endpoint, key, read, requests } = this;
    const { target } = read;
    // The key is not observed, or a newer request replaces this one.
    if (!target.isHeld || !target.follows(read)) return undefined;
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
    return target.follows(read) ? wait : undefined;
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
      read.failure = undefined;
      read.target.requestStarted(read);
      return this.send();
    });
  }
}

/** A request for the data of a key. Its first response has the seq of the request. */
export class ReadRequest extends RetriedRequest {
  declare readonly target: ReadTarget;
  /** Why the last try failed, its own or that of a part; set between two tries. */
  declare failure: Error | undefined;
  /** `soft`: a failure does not hide the data. */
  declare policy: 'soft' | undefined;
  declare page: PageOf | undefined;

  protected get read(): this {
    return this;
  }

  /** Returns the request whose response has to be stored first, if it brings a page of a list. */
  beginPage(): LiveRequest | undefined {
    const { commits, live } = this.requests;
    const list = listOf(this.requests, this);
    if (!list) return undefined;
    const record = commits.latest.confirmed.get(list.kind, list.pk);
    const { after, page } = list.pageRequest<LiveRequest>(list.key, record, live);
    this.page = page;
    return after;
  }

  protected store(response: unknown, isFirst: boolean): void {
    const { page, target } = this;
    // All values of a live source are events: they count from their arrival.
    const isEvent =
      !isFirst || (!this.isSingleValue && target.requests.closesWhenIdle && target.follows(this));
    const seq = isEvent ? this.requests.nextSeq() : this.seq;
    const extras = page && { page: isFirst ? page : { listKey: page.listKey } };
    takeResponse(this, response, seq, extras);
  }

  /** "Not modified" is a success: the data stays and is fresh again. */
  protected override failed(error: Error, isFirst: boolean): void {
    const { commits } = this.requests;
    const isModified = (error as { status?: unknown }).status !== 304;
    if (isModified || !commits.latest.confirmed.result(this.key)?.hasResult) {
      return super.failed(error, isFirst);
    }
    this.hasResponse = true;
    const seq = isFirst ? this.seq : this.requests.nextSeq();
    takeResponse(this, undefined, seq, undefined, applyUnchanged);
  }

  protected fail(error: Error, isFirst: boolean): void {
    const { requests, target } = this;
    const seq = isFirst ? this.seq : requests.nextSeq();
    storeError(requests, target, error, this, seq, this.policy);
    target.changed();
  }
}

/** A key whose reads a feature may make. */
interface MadeTarget extends ReadTarget {
  readonly requests: ReadFeatures & {
    /** Returns `undefined` if the read is an ordinary one. */
    readonly makeRead: (() => ReadRequest | undefined) | undefined;
  };
}

/**
 * Sends a read. `later`: notifies observers and sends the request in a microtask. `policy` is `soft`
 * if a failure does not hide the data.
 */
export function sendRead(
  requests: Requests,
  target: MadeTarget,
  later = false,
  policy?: 'soft',
): Request {
  const request = target.requests.makeRead?.() ?? new ReadRequest(requests, target, target);
  request.policy = policy;
  const after = target.endpoint.pageOf ? request.beginPage()?.promise : undefined;
  target.requestStarted(request);
  if (later) runInMicrotask(() => request.send(after));
  else request.send(after);
  return request;
}
