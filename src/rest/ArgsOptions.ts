import type { OptimisticSnapshot } from '../endpoint/OptimisticSnapshot.ts';
import type { RestArgs } from './RestArgs.ts';
import type { RestOptions } from './RestOptions.ts';

/**
 * The options that are given the arguments of a call, typed by the other options `O`: in `{ path: '/users/:id', method: 'PUT', body: {} as
 * User, getOptimisticResponse(snapshot, { id }, body) {…} }` the path says what `id` is. They are methods, so that a function may declare
 * a narrower parameter.
 */
export interface ArgsOptions<O> {
  /** What the server will probably answer, see `EndpointSettings.getOptimisticResponse`. */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: RestArgs<O>): unknown;
  /** URL of a call. */
  url?(...args: RestArgs<O>): string;
  /** Turns the answer into what the schema describes. */
  process?(value: unknown, ...args: RestArgs<O>): unknown;
  /** Identity of a call. Default: method and URL, and the body of reads. */
  key?(...args: RestArgs<O>): string;
}

/** The options that know nothing of the arguments. */
export type ArglessOptions = Omit<RestOptions, keyof ArgsOptions<RestOptions>>;

/**
 * A second view of the same options, from which TypeScript infers them before it looks at the functions among them: the parameters of
 * those functions can then follow from the rest.
 */
export type Declared<D> = { readonly [N in keyof D]: D[N] };
