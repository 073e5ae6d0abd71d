import type { ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import type { Store } from '../store/Store.ts';
import { type EndpointResource, endpointResourceOf } from './EndpointResource.ts';
import { useStableArgs } from './useStableArgs.ts';

type Args = readonly unknown[];

/**
 * The resource of an endpoint and its arguments: the same object for the same key, whatever the
 * identity of the arguments.
 */
export function useReader(store: Store, endpoint: ReadEndpoint, args: Args): EndpointResource {
  return useStableArgs(lookUp, store, endpoint, args);
}

function lookUp(store: Store, endpoint: ReadEndpoint, args: Args): EndpointResource {
  // The cast holds: the overloads of the hooks check the arguments.
  return endpointResourceOf(store.observe(endpoint, ...(args as [null])));
}
