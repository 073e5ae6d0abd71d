import { Observable, type Subscriber } from 'rxjs';
import { applyUnchanged } from '../commits/applyResponse.ts';
import type { PageOf } from '../schema/collection/PageNotes.ts';
import { runInMicrotask } from '../shared/runInMicrotask.ts';
import { Request } from './Request.ts';
import type { Call, LiveRequest, ReadTarget, Requests } from './Requests.ts';
import { listOf, storeError, takeResponse } from './responses.ts';
import { retryWait } from './retryWait.ts';

/** A timer that fires this much too late, ms, has gone through a sleep of the machine. */
const SLEPT = 10_000;

/** A request that is sent again after a failure, while the key of its read is observed. */
abstract class RetriedRequest extends Request {
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
class ReadRequest extends RetriedRequest {
  declare readonly target: ReadTarget;
  /** Why the last try failed, its own or that of a part; set between two tries. */
  declare failure: Error | undefined;
  /** `soft`: a failure does not hide the data. */
  declare policy: 'soft' | undefined;
  declare page: PageOf | undefined;
  /** Whether other requests bring its parts. */
  declare private isGathered: boolean;

  protected get read(): this {
    return this;
  }

  /** Returns the request whose response has to be stored first, if it brings a page of a list. */
  beginPage(): LiveRequest | undefined {
    const { commits, live } = this.requests;
    const list = listOf(this.requests, this);
    if (!list) return undefined;
    const record = commits.confirmed.get(list.kind, list.pk);
    const { after, page } = list.pageRequest<LiveRequest>(list.key, record, live);
    this.page = page;
    return after;
  }

  override send(after?: Promise<unknown>): void {
    const parts = this.target.requests.gather?.((args) => this.part(args));
    this.isGathered = parts !== undefined;
    if (!parts) return super.send(after);
    this.isSingleValue = true;
    this.follow(parts, after);
  }

  /** Sends a part on subscription, and aborts it with the subscription. */
  private part(args: readonly unknown[]): Observable<unknown> {
    return new Observable((subscriber) => {
      const { endpoint } = this;
      // The cast holds: the arguments are those of the endpoint, with other parameters.
      const key = endpoint.key(...(args as never[]));
      const part = new PartRequest({ key, endpoint, args }, this, subscriber);
      part.send();
      return () => part.abort('the read of all parts has ended');
    });
  }

  /** The parts were tried again before. */
  protected override retry(error: Error): boolean {
    return !this.isGathered && super.retry(error);
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
    if (isModified || !commits.confirmed.result(this.key)?.hasResult) {
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

/** A request for a part of what a read brings, with its own key, tries and interceptors. */
class PartRequest extends RetriedRequest {
  declare protected readonly read: ReadRequest;
  declare private readonly subscriber: Subscriber<unknown>;

  constructor(call: Call, read: ReadRequest, subscriber: Subscriber<unknown>) {
    super(read.requests, call);
    this.read = read;
    this.subscriber = subscriber;
    // Its read is live as long as all of its parts.
    read.requests.live.delete(this);
  }

  override send(): void {
    this.read.attempt = this.attempt;
    this.read.target.changed();
    super.send();
  }

  protected store(response: unknown): void {
    this.resolve(response);
    this.subscriber.next(response);
    this.subscriber.complete();
  }

  protected fail(error: Error): void {
    this.subscriber.error(error);
  }
}

/**
 * Sends a read. `later`: notifies observers and sends the request in a microtask. `policy` is `soft`
 * if a failure does not hide the data.
 */
export function sendRead(
  requests: Requests,
  target: ReadTarget,
  later = false,
  policy?: 'soft',
): Request {
  const request = new ReadRequest(requests, target, target);
  request.policy = policy;
  const after = target.endpoint.pageOf ? request.beginPage()?.promise : undefined;
  target.requestStarted(request);
  if (later) runInMicrotask(() => request.send(after));
  else request.send(after);
  return request;
}
