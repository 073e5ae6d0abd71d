import type { PageRequest } from '../schema/collection/PageNotes.ts';
import { runInMicrotask } from '../shared/runInMicrotask.ts';
import { Request } from './Request.ts';
import type { LiveRequest, ReadTarget, Requests } from './Requests.ts';
import { listOf, storeError, takeResponse } from './responses.ts';
import { retryWait } from './retryWait.ts';

/** A request for the data of a key. Its first response has the seq of the request. */
class ReadRequest extends Request {
  declare readonly target: ReadTarget;
  readonly #policy: 'soft' | undefined;
  /** The page of a list that the request brings. */
  readonly #page: PageRequest<LiveRequest> | undefined;

  constructor(requests: Requests, target: ReadTarget, policy: 'soft' | undefined) {
    super(requests, target, target);
    this.#policy = policy;
    this.#page = this.#beginPage();
  }

  #beginPage(): PageRequest<LiveRequest> | undefined {
    const { requests } = this;
    const list = listOf(requests, this);
    if (!list) return undefined;
    const { key, kind, pk } = list;
    const record = requests.commits.confirmed.entities.get(kind, pk);
    const page = list.pageRequest<LiveRequest>(key, this, record, requests.pages, requests.live);
    requests.pages.add(page);
    return page;
  }

  /** `later`: notifies observers and sends the request in a microtask. */
  start(later: boolean): void {
    this.target.requestStarted(this);
    const send = (): void => this.send(this.#page?.after?.promise);
    if (later) runInMicrotask(send);
    else send();
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
    const { listKey, start } = this.#page ?? {};
    const page = listKey !== undefined && { page: { listKey, ...(isFirst && { start }) } };
    takeResponse(this, response, seq, { ...page });
  }

  protected fail(error: Error, isFirst: boolean): void {
    const { requests, target } = this;
    const seq = isFirst ? this.seq : requests.nextSeq();
    storeError(requests, target, error, this, seq, this.#policy);
    target.changed();
  }

  protected ended(): void {
    const page = this.#page;
    if (!page) return;
    this.requests.pages.delete(page);
    // Otherwise each page would keep all earlier ones in memory.
    page.previous = page.after = undefined;
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
