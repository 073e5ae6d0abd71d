import type { Replaced, Without } from '../endpoint/EndpointOptions.ts';
import type { RestEndpoint } from './RestEndpoint.ts';
import type { RestOptions } from './RestOptions.ts';

/**
 * The result of `extend` of the endpoint `E` with the options `X`: `ExtendedEndpoint<RestEndpoint<{
 * path: '/a' }>, { method: 'PUT' }>` → `RestEndpoint<{ path: '/a'; method: 'PUT' }>`.
 */
export type ExtendedEndpoint<E, X> =
  E extends RestEndpoint<infer O>
    ? RestEndpoint<ReplacedRest<O, X>> & SurvivingMembers<E, X>
    : never;

/** The options after `extend`. A new method also decides anew whether there are side effects. */
export type ReplacedRest<O, X> = X extends { readonly method: string }
  ? Replaced<Omit<O, 'sideEffect'>, X>
  : Replaced<O, X>;

/**
 * The members that `extend` keeps beside the base: those of subclasses and earlier options, and
 * those of `X`.
 */
export type SurvivingMembers<E, X> = Without<E, keyof RestEndpoint | keyof X> &
  Without<X, keyof RestOptions>;
