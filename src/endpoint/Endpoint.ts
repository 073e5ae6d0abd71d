import type { EndpointConstructor } from './EndpointConstructor.ts';
import { EndpointFunction } from './EndpointFunction.ts';
import type { EndpointInterface } from './EndpointInterface.ts';
import type { EndpointOptions } from './EndpointOptions.ts';
import type { FetchFunction } from './FetchFunction.ts';
import type { RemainingArgs } from './RemainingArgs.ts';
import type { Replaced } from './Replaced.ts';
import type { UnknownMembers } from './UnknownMembers.ts';
import type { Without } from './Without.ts';

type SchemaIn<O> = 'schema' extends keyof O ? O['schema'] : undefined;
type SideEffectIn<O> = 'sideEffect' extends keyof O
  ? Extract<O['sideEffect'], boolean | undefined>
  : undefined;
/** What `extend` keeps beside the base: members of subclasses and of earlier options, and those of `X`. */
type Survivors<E, X> = Without<E, keyof Endpoint | keyof X> & Without<X, keyof EndpointOptions>;

/**
 * A description of how to get or change something: a function that can be called, with options on it. `F` is the
 * function, `O` the options it was made with. Endpoints do not change; `extend` makes variants.
 *
 * What wins: `extend` over class fields over options over methods and getters of classes.
 */
export interface Endpoint<
  F extends FetchFunction = FetchFunction,
  O = EndpointOptions<F>,
> extends EndpointInterface<F, SchemaIn<O>, SideEffectIn<O>> {
  (...args: Parameters<F>): ReturnType<F>;
  readonly schema: SchemaIn<O>;
  readonly sideEffect: SideEffectIn<O>;
  /** The function behind the call; `this` is the endpoint. */
  fetch(...args: Parameters<F>): ReturnType<F>;
  /** Identity of a call: name and canonical arguments. Throws `SB_ENDPOINT_NAME_MISSING`, `SB_KEY_UNSUPPORTED`. */
  key(...args: Parameters<F>): string;
  /** Whether `key` is one of this endpoint, whatever the arguments. Override it together with `key`. */
  testKey(key: string): boolean;
  /** An endpoint of which this one is the prototype: it has everything this one has, except what `options` replace or add. */
  extend<X extends EndpointOptions & { readonly fetch: FetchFunction }>(
    options: X & ThisType<this & UnknownMembers>,
  ): Endpoint<X['fetch'], Replaced<O, X>> & Survivors<this, X>;
  extend<X extends Omit<EndpointOptions<F>, 'fetch'> & object>(
    options: X & ThisType<this & UnknownMembers>,
  ): Endpoint<F, Replaced<O, X>> & Survivors<this, X>;
  /** An endpoint whose first arguments are given; `this` of its function is `thisArg`, or the endpoint for null. */
  bind<P extends Partial<Parameters<F>>>(
    thisArg: unknown,
    ...args: P
  ): Endpoint<(...args: RemainingArgs<Parameters<F>, P>) => ReturnType<F>, O>;
}

/**
 * Makes an endpoint of a function. Throws `SB_OPTION_INVALID` for lengths and frequencies that are no usable number.
 *
 * @example
 * ```ts
 * const getUser = new Endpoint(
 *   async ({ id }: { id: string }) => (await fetch(`/users/${id}`)).json(),
 *   { name: 'getUser', schema: User },
 * );
 * ```
 */
// A class cannot say that its instances are functions; the interface above does.
export const Endpoint = EndpointFunction as unknown as EndpointConstructor;
