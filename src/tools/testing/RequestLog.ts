import { defer, finalize, type Observable, tap } from 'rxjs';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import type { InterceptedRequest } from '../../kernel/requests/Interceptor.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { isCallOf } from './FixtureList.ts';
import { settlePromises } from './VirtualClock.ts';

/** One try of a request that a test store has sent. */
export interface RequestRecord {
  readonly endpoint: EndpointInterface;
  /** The name of the endpoint. */
  readonly name: string;
  readonly key: string;
  readonly args: readonly unknown[];
  /** The number of the try, from 1. */
  readonly attempt: number;
  /** Whether it is a mutation. */
  readonly sideEffect: boolean;
  /** When it was sent, ms since epoch by the clock of the store. */
  readonly sentAt: number;
  /** A live request stays `pending` until it ends. */
  readonly status: 'pending' | 'fulfilled' | 'rejected' | 'aborted';
  /** The latest response. */
  readonly response: unknown;
  /** The failure. */
  readonly error: unknown;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The requests of a store, in the order of sending. */
export class RequestLog {
  readonly #records: Mutable<RequestRecord>[] = [];
  /** The errors of requests without a fixture. */
  readonly #missing: StreambedError[] = [];
  /** Resolves when the next request settles. */
  #change = makeSignal();

  /** Records a request while its response is subscribed to. */
  follow(
    { args, attempt, endpoint, key, sideEffect }: InterceptedRequest,
    response$: Observable<unknown>,
    now: () => number,
  ): Observable<unknown> {
    return defer(() => {
      const record: Mutable<RequestRecord> = {
        endpoint,
        name: endpoint.name,
        key,
        args,
        attempt,
        sideEffect,
        sentAt: now(),
        status: 'pending',
        response: undefined,
        error: undefined,
      };
      this.#records.push(record);
      return response$.pipe(
        tap({
          next: (response) => (record.response = response),
          error: (error: unknown) => Object.assign(record, { status: 'rejected', error }),
          complete: () => (record.status = 'fulfilled'),
        }),
        finalize(() => {
          if (record.status === 'pending') record.status = 'aborted';
          this.#change.resolve();
          this.#change = makeSignal();
        }),
      );
    });
  }

  /** Records that no fixture responded to a request. */
  missed(error: StreambedError): void {
    this.#missing.push(error);
  }

  /** All requests, or those of an endpoint. */
  of(endpoint?: EndpointInterface): readonly RequestRecord[] {
    return endpoint
      ? this.#records.filter((record) => isCallOf(endpoint, record))
      : [...this.#records];
  }

  get #pending(): readonly RequestRecord[] {
    return this.#records.filter(({ status }) => status === 'pending');
  }

  /**
   * Resolves when no request is in flight, requests that follow from others included. `waits`:
   * whether time passes by itself.
   */
  async settled(waits: boolean): Promise<void> {
    await settlePromises();
    if (waits && this.#pending.length > 0) {
      await this.#change.settled;
      return this.settled(waits);
    }
    this.#assertNonePending();
  }

  /** Throws if a request is in flight, or if one had no fixture. */
  assertSettled(): void {
    if (this.#missing.length > 0) throw this.#missing[0];
    this.#assertNonePending();
  }

  #assertNonePending(): void {
    const pending = this.#pending.map(({ endpoint }) => labelOf(endpoint));
    if (pending.length === 0) return;
    throw new StreambedError('SB_UNSETTLED', `In flight: ${pending.join(', ')}.`);
  }
}

interface Signal {
  readonly settled: Promise<void>;
  resolve(): void;
}

function makeSignal(): Signal {
  let resolve = (): void => {};
  const settled = new Promise<void>((settle) => (resolve = settle));
  return { settled, resolve: () => resolve() };
}
