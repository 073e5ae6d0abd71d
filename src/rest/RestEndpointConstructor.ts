import type { UnknownMembers, Without } from '../endpoint/EndpointOptions.ts';
import type { ArglessOptions } from './ArglessOptions.ts';
import type { ArgsOptions } from './ArgsOptions.ts';
import type { Declared } from './Declared.ts';
import type { RestEndpoint } from './RestEndpoint.ts';
import type { RestOptions } from './RestOptions.ts';

/**
 * The static side of {@link RestEndpoint}. The first form is for `new RestEndpoint(options)`: `X`
 * collects the members that are not options, `D` types the arguments of functions in the options.
 * The second is for `class … extends RestEndpoint<O>`.
 */
export interface RestEndpointConstructor {
  new <O extends ArglessOptions, X extends Without<O, keyof RestOptions>, D>(
    options: O & Declared<D> & ArgsOptions<D> & ThisType<RestEndpoint & UnknownMembers>,
  ): RestEndpoint<O> & X;
  new <O extends RestOptions>(options: O): RestEndpoint<O>;
}
