import { useEffect, useMemo } from 'react';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import { useStore } from './StoreScope.ts';
import { type EndpointResource, endpointResourceOf } from './suspense/EndpointResource.ts';
import { useStableArgs } from './useStableArgs.ts';

/** An endpoint that can be extended with `cancel: true`. */
type CancellableEndpoint = ReadEndpoint & { extend(options: { readonly cancel: true }): unknown };

/**
 * The endpoint with `cancel: true`: a request is aborted when no component waits for it any longer
 * – about 100 ms after the arguments changed or the component unmounted. It goes on while another
 * component waits for the same key. Returns the same endpoint for the same `endpoint`.
 *
 * @example
 * ```tsx
 * const results = useSuspense(useCancelling(search, { query }), { query });
 * ```
 */
export function useCancelling<E extends CancellableEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): E {
  // The cast holds: the extended endpoint takes the same arguments.
  const cancelling = useMemo(() => endpoint.extend({ cancel: true }) as E, [endpoint]);
  const resource = useStableArgs(endpointResourceOf, useStore(), cancelling, args);
  const read = useMemo(() => new LatestRead(), []);
  // In the render, not in an effect: a component that suspends runs no effects.
  read.set(resource);
  useEffect(() => () => read.set(undefined), [read]);
  return cancelling;
}

/** What a component read in its last render, committed or not. */
class LatestRead {
  #resource: EndpointResource | undefined;

  /** The component does not wait for what it read before; others may. */
  set(resource: EndpointResource | undefined): void {
    if (resource !== this.#resource) this.#resource?.leave();
    this.#resource = resource;
  }
}
