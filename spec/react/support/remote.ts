import { act } from '@testing-library/react';
import { Endpoint, type EndpointOptions } from 'streambed';

/** A request in flight that the spec settles. */
interface RemoteRequest<A extends unknown[]> {
  readonly args: A;
  readonly signal: AbortSignal | undefined;
  /** For specs that call it within `act`. */
  resolve(response: unknown): void;
  reject(error: Error): void;
  answer(response: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** An endpoint with the argument `{ id }`. The spec settles its requests, within `act`. */
export const remote = remoteWith<[{ readonly id: string }]>();

/** Like {@link remote}, without arguments. */
export const remoteList = remoteWith<[]>();

/** Like {@link remote}, with any arguments: `remoteWith<[{ q: string }]>()('search')`. */
export function remoteWith<A extends unknown[]>() {
  type Send = (...args: A) => Promise<any>;
  return <O extends EndpointOptions<Send> = object>(name: string, options: O = {} as O) => {
    const requests: RemoteRequest<A>[] = [];
    function send(this: { context?: { signal: AbortSignal } } | void, ...args: A): Promise<any> {
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
    const endpoint = new Endpoint<Send, O>(send, { lookup: true, ...options, name });
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
