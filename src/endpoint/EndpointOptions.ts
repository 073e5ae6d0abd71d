import type { EndpointSettings } from './EndpointSettings.ts';
import type { FetchFunction } from './FetchFunction.ts';
import type { GivenArgs } from './GivenArgs.ts';
import type { OptimisticSnapshot } from './OptimisticSnapshot.ts';

/**
 * What can be said about an endpoint when it is made or extended. Any further member is kept and can be read as
 * `this.member` in its functions. Getters stay getters.
 */
export interface EndpointOptions<F extends FetchFunction = FetchFunction> extends EndpointSettings {
  /** What the answer is made of. Default none: the answer is kept as it comes. */
  readonly schema?: unknown;
  /** True for whatever changes something on the server: never shared, never repeated, not taken by reading hooks. Default undefined. */
  readonly sideEffect?: boolean | undefined;
  /** First part of the key, unique among endpoints. Default: the name of the function – give one, minifiers rename functions. */
  readonly name?: string | undefined;
  /** Replaces the function that fetches; `this` is the endpoint. */
  readonly fetch?: F | undefined;
  /** What the server will probably answer, see {@link EndpointSettings.getOptimisticResponse}. */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: Parameters<F>): unknown;
  /** Identity of a call; equal keys share data and requests. Default: name and canonical arguments. */
  key?(...args: GivenArgs<F>): string;
  /** Whether a key is one of this endpoint, whatever the arguments. Override it together with `key`. */
  testKey?(key: string): boolean;
}
