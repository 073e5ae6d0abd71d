import { useEffect, useMemo } from 'react';
import type { ArgsOrNull } from '../data/endpoint/ArgsOrNull.ts';
import type { ReadEndpoint } from '../data/endpoint/EndpointInterface.ts';
import type { EndpointStream } from '../kernel/streams/EndpointStream.ts';
import { useStore } from './StoreScope.ts';
import { knownResourceOf } from './suspense/EndpointResource.ts';
import { useObserver } from './suspense/HookObserver.ts';

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
  const { stream } = useObserver(useStore(), cancelling, args);
  const read = useMemo(() => new LatestRead(), []);
  // In the render, not in an effect: a component that suspends runs no effects.
  read.set(stream);
  useEffect(() => () => read.set(undefined), [read]);
  return cancelling;
}

/** What a component read in its last render, committed or not. */
class LatestRead {
  #stream: EndpointStream | undefined;

  /** The component does not wait for what it read before; others may. */
  set(stream: EndpointStream | undefined): void {
    if (this.#stream && stream !== this.#stream) knownResourceOf(this.#stream)?.lease?.left();
    this.#stream = stream;
  }
}
