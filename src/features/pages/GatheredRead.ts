import { Observable, type Subscriber } from 'rxjs';
import type { Call, Requests } from '../../kernel/requests/Requests.ts';
import {
  ReadRequest,
  type ReadStream,
  RetriedRequest,
} from '../../kernel/streams/reads/ReadRequest.ts';

/** Sends a part of what a read brings, on subscription. Its response is not stored. */
export type SendPart = (args: readonly unknown[]) => Observable<unknown>;

/** Returns the response of a read that other requests bring, which `send` sends one by one. */
type Gather = (send: SendPart) => Observable<unknown>;

/** A read whose response is made of those to several requests. */
export class GatheredRead extends ReadRequest {
  readonly #gather: Gather;

  constructor(requests: Requests, stream: ReadStream, gather: Gather) {
    super(requests, stream);
    this.#gather = gather;
  }

  override send(after?: Promise<unknown>): void {
    if (this.phase !== 'waiting') return;
    this.phase = 'sent';
    this.isSingleValue = true;
    this.follow(
      this.#gather((args) => this.#part(args)),
      after,
    );
  }

  /** Sends a part on subscription, and aborts it with the subscription. */
  #part(args: readonly unknown[]): Observable<unknown> {
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
  protected override retry(): boolean {
    return false;
  }
}

/** A request for a part of what a read brings, with its own key, tries and interceptors. */
class PartRequest extends RetriedRequest {
  declare readonly read: ReadRequest;
  readonly #subscriber: Subscriber<unknown>;

  constructor(call: Call, read: ReadRequest, subscriber: Subscriber<unknown>) {
    super(read.requests, call);
    this.read = read;
    this.#subscriber = subscriber;
    // Its read is live as long as all of its parts.
    read.requests.live.delete(this);
  }

  override send(): void {
    const { phase, read } = this;
    if (phase !== 'waiting') return;
    read.attempt = this.attempt;
    read.phase = 'sent';
    read.owner.changed();
    super.send();
  }

  protected store(response: unknown): void {
    this.resolve(response);
    this.#subscriber.next(response);
    this.#subscriber.complete();
  }

  protected fail(error: Error): void {
    this.#subscriber.error(error);
  }
}
