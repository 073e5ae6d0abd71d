import type { OptimisticSnapshot } from '../endpoint/EndpointInterface.ts';
import type { RestArgs } from './RestArgs.ts';

/**
 * The options that receive the arguments of a call. The other options `O` give the arguments their
 * types: in `{ path: '/users/:id', method: 'PUT', body: {} as User, getOptimisticResponse(snapshot,
 * { id }, body) {…} }` the path types `id`. They are methods, so a function may declare a narrower
 * parameter.
 */
export interface ArgsOptions<O> {
  /** Predicts the response, see `EndpointSettings.getOptimisticResponse`. */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: RestArgs<O>): unknown;
  /** The URL of a call. */
  url?(...args: RestArgs<O>): string;
  /** Turns the response into what the schema describes. */
  process?(value: unknown, ...args: RestArgs<O>): unknown;
  /** Identifies a call. Default: the method and the URL, plus the body of a read. */
  key?(...args: RestArgs<O>): string;
}
