import { act } from '@testing-library/react';
import { Endpoint, type EndpointOptions } from 'streambed';

/** A request that waits for the spec to answer it. */
interface RemoteRequest<A extends unknown[]> {
  readonly args: A;
  readonly signal: AbortSignal | undefined;
  /** For specs that are in `act` already. */
  resolve(response: unknown): void;
  reject(error: Error): void;
  answer(response: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** An endpoint that takes `{ id }`; its requests are answered by the spec, inside of `act`. */
export const remote = remoteWith<[{ readonly id: string }]>();

/** The same without arguments. */
export const remoteList = remoteWith<[]>();

/** The same with arguments of any kind: `remoteWith<[{ q: string }]>()('search')`. */
export function remoteWith<A extends unknown[]>() {
  type Ask = (...args: A) => Promise<any>;
  return <O extends EndpointOptions<Ask> = object>(name: string, options: O = {} as O) => {
    const requests: RemoteRequest<A>[] = [];
    function ask(this: { context?: { signal: AbortSignal } } | void, ...args: A): Promise<any> {
      return new Promise((resolve, reject) => {
        requests.push({
          args,
          signal: this?.context?.signal,
          resolve,
          reject,
          answer: (response) => act(async () => resolve(response)),
          fail: (error) => act(async () => reject(error)),
        });
      });
    }
    const endpoint = new Endpoint<Ask, O>(ask, { ...options, name });
    return {
      endpoint,
      requests,
      /** The last request. */
      get last(): RemoteRequest<A> {
        return requests.at(-1)!;
      },
    };
  };
}
