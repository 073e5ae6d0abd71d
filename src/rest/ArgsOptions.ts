import type { OptimisticSnapshot } from '../endpoint/OptimisticSnapshot.ts';
import type { RestArgs } from './RestArgs.ts';

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
