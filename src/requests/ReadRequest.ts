import type { PageOf } from '../schema/collection/PageNotes.ts';
import { runInMicrotask } from '../shared/runInMicrotask.ts';
import { Request } from './Request.ts';
import type { LiveRequest, ReadTarget, Requests } from './Requests.ts';
import { listOf, storeError, takeResponse } from './responses.ts';
import { retryWait } from './retryWait.ts';

/** A request for the data of a key. Its first response has the seq of the request. */
class ReadRequest extends Request {
  declare readonly target: ReadTarget;
  readonly #policy: 'soft' | undefined;
  page: PageOf | undefined;

  constructor(requests: Requests, target: ReadTarget, policy: 'soft' | undefined) {
    super(requests, target, target);
    this.#policy = policy;
  }

  /** `later`: notifies observers and sends the request in a microtask. */
  start(later: boolean): void {
    const after = this.#beginPage()?.promise;
    this.target.requestStarted(this);
    const send = (): void => this.send(after);
    if (later) runInMicrotask(send);
    else send();
  }

  /** Returns the request whose response has to be stored first, if it brings a page of a list. */
  #beginPage(): LiveRequest | undefined {
    const { commits, live } = this.requests;
    const list = listOf(this.requests, this);
    if (!list) return undefined;
    const record = commits.confirmed.get(list.kind, list.pk);
    const { after, page } = list.pageRequest<LiveRequest>(list.key, record, live);
    this.page = page;
    return after;
  }

  protected override begin(): void {
    super.begin();
    this.inFlight = this.requests.overlaps.begin(this.seq, this.key);
  }

  protected override retryWait(error: Error): number | undefined {
    const { attempt, endpoint, key, requests, target } = this;
    // The key is not observed, or a newer request replaces this one.
    if (!target.isHeld || !target.follows(this)) return undefined;
    const { onError, random, retry: byDefault } = requests.options;
    const { retry = byDefault } = endpoint;
    let wait: number | undefined;
    try {
      wait = retryWait(retry, { error, attempt, random, now: requests.now() });
    } catch (thrown) {
      onError(thrown, { key });
    }
    if (wait === undefined) return undefined;
    requests.committed(this);
    return target.follows(this) ? wait : undefined;
  }

  protected store(response: unknown, isFirst: boolean): void {
    const seq = isFirst ? this.seq : this.requests.nextSeq();
    const { page } = this;
    const extras = page && { page: isFirst ? page : { listKey: page.listKey } };
    takeResponse(this, response, seq, { ...extras });
  }

  protected fail(error: Error, isFirst: boolean): void {
    const { requests, target } = this;
    const seq = isFirst ? this.seq : requests.nextSeq();
    storeError(requests, target, error, this, seq, this.#policy);
    target.changed();
  }
}

/** Sends a read. `policy` is `soft` if a failure does not hide the data. */
export function sendRead(
  requests: Requests,
  target: ReadTarget,
  later = false,
  policy?: 'soft',
): Request {
  const request = new ReadRequest(requests, target, policy);
  request.start(later);
  return request;
}
