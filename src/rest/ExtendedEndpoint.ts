import type { Replaced } from '../endpoint/Replaced.ts';
import type { Without } from '../endpoint/Without.ts';
import type { RestEndpoint } from './RestEndpoint.ts';
import type { RestOptions } from './RestOptions.ts';

/** What `extend` of the endpoint `E` gives for the options `X`: `ExtendedEndpoint<RestEndpoint<{ path: '/a' }>, { method: 'PUT' }>` → `RestEndpoint<{ path: '/a'; method: 'PUT' }>`. */
export type ExtendedEndpoint<E, X> =
  E extends RestEndpoint<infer O>
    ? RestEndpoint<ReplacedRest<O, X>> & SurvivingMembers<E, X>
    : never;

/** The options after `extend`; one that gives a method decides anew whether there are side effects. */
export type ReplacedRest<O, X> = X extends { readonly method: string }
  ? Replaced<Omit<O, 'sideEffect'>, X>
  : Replaced<O, X>;

/** What `extend` keeps beside the base: members of subclasses and of earlier options, and those of `X`. */
export type SurvivingMembers<E, X> = Without<E, keyof RestEndpoint | keyof X> &
  Without<X, keyof RestOptions>;
