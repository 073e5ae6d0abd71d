import type { UnknownMembers } from '../endpoint/EndpointOptions.ts';
import type { ArglessOptions } from './ArglessOptions.ts';
import type { ArgsOptions } from './ArgsOptions.ts';
import type { Declared } from './Declared.ts';
import type { ExtendedEndpoint, ReplacedRest } from './ExtendedEndpoint.ts';
import type { RestEndpoint } from './RestEndpoint.ts';
import type { Show } from './Show.ts';

/**
 * A resource with the endpoints `R` that you can vary. `extend` returns a new resource; this one
 * does not change.
 */
export interface ExtendableResource<R> {
  /** Replaces the endpoint `name`, or adds one that extends `get`. */
  extend<N extends string, X extends Partial<ArglessOptions> & object, D>(
    name: N,
    options: X &
      Declared<D> &
      ArgsOptions<ReplacedRest<OptionsOf<Based<R, N>>, D>> &
      ThisType<Based<R, N> & UnknownMembers>,
  ): ExtendedResource<R, { readonly [M in N]: ExtendedEndpoint<Based<R, N>, X> }>;
  /** Adds and replaces the members that the function returns; it receives this resource. */
  extend<X extends object>(make: (base: R & ExtendableResource<R>) => X): ExtendedResource<R, X>;
  /** Replaces several endpoints: `{ get: { dataExpiryLength: 1_000 } }`. */
  extend<X extends { readonly [M in keyof R]?: Partial<ArglessOptions> & object }, D>(
    options: X & { readonly [M in keyof D]: Declared<D[M]> } & {
      readonly [M in keyof R]?: ArgsOptions<
        ReplacedRest<OptionsOf<R[M]>, M extends keyof D ? D[M] : object>
      >;
    } & { readonly [M in Exclude<keyof D, keyof R>]: never },
  ): ExtendedResource<R, { readonly [M in keyof X & keyof R]: ExtendedEndpoint<R[M], X[M]> }>;
}

/** `R` with the members of `X` replacing its own. */
export type ExtendedResource<R, X> = Merged<R, X> & ExtendableResource<Merged<R, X>>;

type Merged<R, X> = Show<Omit<R, keyof X> & X>;

/** The options of an endpoint: `OptionsOf<RestEndpoint<{ path: '/a' }>>` → `{ path: '/a' }`. */
type OptionsOf<E> = E extends RestEndpoint<infer O> ? O : never;

/** The endpoint that `extend` of one endpoint starts from. */
type Based<R, N> = N extends keyof R ? R[N] : R extends { readonly get: infer E } ? E : never;
