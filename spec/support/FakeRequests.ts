import { type Observable, Subject } from 'rxjs';

/** A request that the spec responds to; everything happens synchronously. */
export class FakeRequest {
  readonly args: readonly unknown[];
  readonly #answers = new Subject<unknown>();

  constructor(args: readonly unknown[]) {
    this.args = args;
  }

  get answers(): Observable<unknown> {
    return this.#answers;
  }

  get isFollowed(): boolean {
    return this.#answers.observed;
  }

  /** Sends the only response of an ordinary request. */
  answer(response: unknown): void {
    this.#answers.next(response);
    this.#answers.complete();
  }

  /** Sends one of several responses of a live request. */
  push(response: unknown): void {
    this.#answers.next(response);
  }

  fail(error: unknown): void {
    this.#answers.error(error);
  }

  end(): void {
    this.#answers.complete();
  }
}

/** Requests in the order of sending. `send` is the function of an endpoint. */
export class FakeRequests {
  readonly sent: FakeRequest[] = [];

  readonly send = (...args: readonly unknown[]): Observable<unknown> => {
    const request = new FakeRequest(args);
    this.sent.push(request);
    return request.answers;
  };

  get count(): number {
    return this.sent.length;
  }

  get last(): FakeRequest {
    return this.at(this.sent.length - 1);
  }

  at(place: number): FakeRequest {
    const request = this.sent[place];
    if (!request) throw new Error(`There is no request number ${place}.`);
    return request;
  }
}

/** Requests of a spec file; each spec begins with none. */
export function fakeRequests(): FakeRequests {
  const requests = new FakeRequests();
  beforeEach(() => {
    requests.sent.length = 0;
  });
  return requests;
}
