import { useEffect, useMemo } from 'react';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import { LatestResource } from './LatestResource.ts';
import { useReader } from './useReader.ts';
import { useStore } from './useStore.ts';

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
  const resource = useReader(useStore(), cancelling, args);
  const latest = useMemo(() => new LatestResource(), []);
  // In the render, not in an effect: a component that suspends runs no effects.
  latest.track(resource);
  useEffect(() => () => latest.leave(), [latest]);
  return cancelling;
}
