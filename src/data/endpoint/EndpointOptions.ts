import type {
  EndpointSettings,
  FetchFunction,
  GivenArgs,
  OptimisticSnapshot,
} from './EndpointInterface.ts';
import type { Optional } from '../../shared/Optional.ts';

/** The options that get the arguments of `F`. Methods, so that a function may declare a narrower parameter. */
interface CallMethods<F extends FetchFunction> {
  /** Predicts the response, see {@link EndpointSettings.getOptimisticResponse}. */
  getOptimisticResponse(snapshot: OptimisticSnapshot, ...args: Parameters<F>): unknown;
  /**
   * Identifies a call; equal keys share data and requests. Default: the name and the canonical
   * arguments.
   */
  key(...args: GivenArgs<F>): string;
}

/**
 * The options of an endpoint, for its constructor and `extend`. Any further member is kept; the
 * endpoint's functions read it as `this.member`. Getters stay getters.
 */
export interface EndpointOptions<F extends FetchFunction = FetchFunction>
  extends EndpointSettings, Optional<CallMethods<F>> {
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
  readonly getOptimisticResponse?: CallMethods<F>['getOptimisticResponse'] | undefined;
  /** Whether a key belongs to this endpoint, for any arguments. Override it together with `key`. */
  readonly testKey?: ((key: string) => boolean) | undefined;
}

/**
 * Lets functions in options read members of the same options through `this`, as unknown: TypeScript
 * cannot infer their types while it checks those functions. Subclasses and later `extend` calls see
 * the types.
 */
export interface UnknownMembers {
  readonly [name: string]: unknown;
}

/** `OptionOf<{ path: '/x' }, 'path', string>` → `'/x'`; `Otherwise` without that option. */
export type OptionOf<O, N extends string, Otherwise = undefined> = N extends keyof O
  ? O[N]
  : Otherwise;

/**
 * `O` with the members of `X` replacing its own: `Replaced<{ a: 1; b: 1 }, { b: 2 }>` → `{ a: 1; b:
 * 2 }`.
 */
// Inferred, so that editors show the members instead of this name and both types.
export type Replaced<O, X> = [O, X] extends [infer A, infer B]
  ? { [N in keyof A | keyof B]: N extends keyof B ? B[N] : N extends keyof A ? A[N] : never }
  : never;

/**
 * `T` without the members `K`; unknown if none is left: `Without<{ schema: S; token: string },
 * 'schema'>` → `{ token: string }`.
 */
export type Without<T, K> = Exclude<keyof T, K> extends never ? unknown : Omit<T, K & keyof T>;

/**
 * The arguments that remain after the first ones are fixed: `RemainingArgs<[a: string, b: number],
 * [string]>` → `[b: number]`.
 */
export type RemainingArgs<A extends readonly unknown[], P> = P extends readonly [
  unknown,
  ...infer Q,
]
  ? A extends readonly [unknown?, ...infer B]
    ? RemainingArgs<B, Q>
    : []
  : A;
