import { EndpointFunction } from './EndpointFunction.ts';
import type { EndpointMembers, FetchFunction } from './EndpointInterface.ts';
import type {
  EndpointOptions,
  OptionOf,
  RemainingArgs,
  Replaced,
  UnknownMembers,
  Without,
} from './EndpointOptions.ts';
import type { KeptPolling, Liveness, liveness } from './LiveEndpoint.ts';
import type { PagesOption } from './PagesOption.ts';
import type { Spelled, WellSpelled } from './MisspelledOption.ts';

type SideEffectIn<O> = Extract<OptionOf<O, 'sideEffect'>, boolean | undefined>;
/**
 * The members that `extend` keeps beside the base: those of subclasses and earlier options, and
 * those of `X`.
 */
type Survivors<E, X> = Without<E, keyof Endpoint | keyof X> &
  Without<X, keyof EndpointOptions> &
  KeptPolling<E, X>;

/**
 * A description of a read or a mutation: a function that you can call, with options on it. `F` is
 * the function, `O` are the options. Endpoints are immutable; `extend` makes variants.
 *
 * Precedence: `extend` over class fields, over options, over methods and getters of classes.
 */
export interface Endpoint<
  F extends FetchFunction = FetchFunction,
  O = EndpointOptions<F>,
> extends EndpointMembers<F, OptionOf<O, 'schema'>, SideEffectIn<O>> {
  (...args: Parameters<F>): ReturnType<F>;
  readonly schema: OptionOf<O, 'schema'>;
  readonly sideEffect: SideEffectIn<O>;
  /** For the compiler: whether `live` accepts the endpoint. It has no value. */
  readonly [liveness]?: Liveness<F, O>;
  readonly pages: Extract<OptionOf<O, 'pages'>, PagesOption | undefined>;
  /** The function that is called; `this` is the endpoint. */
  fetch(...args: Parameters<F>): ReturnType<F>;
  /**
   * Identifies a call: the name and the canonical arguments. Throws `SB_ENDPOINT_NAME_MISSING`,
   * `SB_KEY_UNSUPPORTED`.
   */
  key(...args: Parameters<F>): string;
  /** Whether `key` belongs to this endpoint, for any arguments. Override it together with `key`. */
  testKey(key: string): boolean;
  /**
   * Returns an endpoint with this one as its prototype: it inherits everything except what
   * `options` replace or add.
   */
  extend<X extends EndpointOptions & { readonly fetch: FetchFunction }>(
    options: X & Spelled<X, keyof EndpointOptions> & ThisType<this & UnknownMembers>,
  ): Endpoint<X['fetch'], Replaced<O, X>> & Survivors<this, X>;
  extend<X extends Omit<EndpointOptions<F>, 'fetch'> & object>(
    options: X & Spelled<X, keyof EndpointOptions> & ThisType<this & UnknownMembers>,
  ): Endpoint<F, Replaced<O, X>> & Survivors<this, X>;
  /**
   * Returns an endpoint whose first arguments are fixed. Its function runs with `thisArg` as
   * `this`, or with the endpoint if `thisArg` is null.
   */
  bind<P extends Partial<Parameters<F>>>(
    thisArg: unknown,
    ...args: P
  ): Endpoint<(...args: RemainingArgs<Parameters<F>, P>) => ReturnType<F>, O>;
}

/**
 * Makes an endpoint of a function. Throws `SB_OPTION_INVALID` for an option with an invalid value,
 * such as a negative `timeout`.
 *
 * @example
 * ```ts
 * const getUser = new Endpoint(
 *   async ({ id }: { id: string }) => (await fetch(`/users/${id}`)).json(),
 *   { name: 'getUser', schema: User },
 * );
 * ```
 */
// A class type cannot say that its instances are callable; the interface above does.
export const Endpoint = EndpointFunction as unknown as EndpointConstructor;

/**
 * The static side of {@link Endpoint}. The first form is for `new Endpoint(fn, options)`. The
 * second is for `class … extends Endpoint<F, O>`, where the compiler compares the number of type
 * parameters; `fn` may be omitted if the class has a method `fetch`.
 */
interface EndpointConstructor {
  new <F extends FetchFunction, O extends EndpointOptions<F> & object, _None>(
    fn: F,
    options: O & Spelled<O, keyof EndpointOptions> & ThisType<Endpoint<F> & UnknownMembers>,
  ): Endpoint<F, O> & Without<O, keyof EndpointOptions>;
  new <F extends FetchFunction, O extends EndpointOptions<F> = object>(
    fn?: F,
    options?: WellSpelled<O, EndpointOptions<F>>,
  ): Endpoint<F, O>;
}
