import type { EndpointSettings } from './EndpointSettings.ts';
import type { FetchFunction } from './FetchFunction.ts';
import type { GivenArgs } from './GivenArgs.ts';
import type { OptimisticSnapshot } from './OptimisticSnapshot.ts';

/**
 * The options of an endpoint, for its constructor and `extend`. Any further member is kept; the
 * endpoint's functions read it as `this.member`. Getters stay getters.
 */
export interface EndpointOptions<F extends FetchFunction = FetchFunction> extends EndpointSettings {
  /** Describes the response. Default none: the response is stored as it is. */
  readonly schema?: unknown;
  /**
   * True for a mutation: an endpoint that changes something on the server. Its requests are never
   * shared or retried, and reading hooks do not accept it. Default undefined.
   */
  readonly sideEffect?: boolean | undefined;
  /**
   * First part of the key, unique among endpoints. Default: the name of the function. Set it:
   * minifiers rename functions.
   */
  readonly name?: string | undefined;
  /** Replaces the function that fetches; `this` is the endpoint. */
  readonly fetch?: F | undefined;
  /** Predicts the response, see {@link EndpointSettings.getOptimisticResponse}. */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: Parameters<F>): unknown;
  /**
   * Identifies a call; equal keys share data and requests. Default: the name and the canonical
   * arguments.
   */
  key?(...args: GivenArgs<F>): string;
  /** Whether a key belongs to this endpoint, for any arguments. Override it together with `key`. */
  testKey?(key: string): boolean;
}
