import type { Endpoint } from './Endpoint.ts';
import type { EndpointOptions } from './EndpointOptions.ts';
import type { FetchFunction } from './FetchFunction.ts';
import type { UnknownMembers } from './UnknownMembers.ts';
import type { Without } from './Without.ts';

/**
 * The static side of {@link Endpoint}. The first form is for `new Endpoint(fn, options)`: `X`
 * collects the members that are not options. The second is for `class … extends Endpoint<F, O>`;
 * `fn` may be omitted if the class has a method `fetch`.
 */
export interface EndpointConstructor {
  new <
    F extends FetchFunction,
    O extends EndpointOptions<F> & object,
    X extends Without<O, keyof EndpointOptions>,
  >(
    fn: F,
    options: O & ThisType<Endpoint<F> & UnknownMembers>,
  ): Endpoint<F, O> & X;
  new <F extends FetchFunction, O extends EndpointOptions<F> = object>(
    fn?: F,
    options?: O,
  ): Endpoint<F, O>;
}
