import type { FetchFunction, ReadEndpoint } from './EndpointInterface.ts';

/** The name of the member that tells whether an endpoint can be kept fresh. It has no value. */
export declare const liveness: unique symbol;

/**
 * Whether an endpoint with the function `F` and the options `O` can be kept fresh, as far as types
 * can tell: `Liveness<() => Observable<Tick>, object>` → `'live'` · `Liveness<() => Promise<User>, {
 * pollFrequency: number }>` → `'live'` · `Liveness<() => Promise<User>, object>` → the reason why
 * not.
 */
export type Liveness<F extends FetchFunction, O> = 'pollFrequency' extends keyof O
  ? 'live'
  : LivenessOf<ReturnType<F>>;

type LivenessOf<R> = unknown extends R
  ? 'live'
  : [R] extends [PromiseLike<unknown>]
    ? 'This endpoint returns one response. Give it a pollFrequency, or a function that returns an observable or an async iterable.'
    : 'live';

/** An endpoint that has a frequency: as an option or a member of its class. */
export interface PolledEndpoint {
  readonly pollFrequency: number | undefined;
}

/** An endpoint that can be kept fresh, and any whose type does not say that it cannot. */
export type LiveEndpoint = ReadEndpoint &
  (PolledEndpoint | { readonly name: string; readonly [liveness]?: 'live' });

/** The frequency that a class gives to `E`, unless the options `X` replace it. */
export type KeptPolling<E, X> = 'pollFrequency' extends keyof X
  ? unknown
  : E extends PolledEndpoint
    ? Pick<E, 'pollFrequency'>
    : unknown;
