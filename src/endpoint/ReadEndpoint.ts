import type { EndpointInterface } from './EndpointInterface.ts';
import type { FetchFunction } from './FetchFunction.ts';

/** An endpoint without side effect: the kind that hooks and observables accept. */
export type ReadEndpoint<F extends FetchFunction = FetchFunction, S = unknown> = EndpointInterface<
  F,
  S,
  false | undefined
>;
