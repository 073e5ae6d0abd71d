import { useEffect, useMemo } from 'react';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import { LatestReader } from './LatestReader.ts';
import { useReader } from './useReader.ts';
import { useStore } from './useStore.ts';

/** An endpoint of which variants can be made. */
type CancellableEndpoint = ReadEndpoint & { extend(options: { readonly cancel: true }): unknown };

/**
 * The endpoint with `cancel: true`: its requests are aborted as soon as nobody waits for them – here, about 100 ms after the arguments have
 * become others, or the component is gone. Others that wait for the same key are left alone. The same endpoint as long as the given one is the same.
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
  // The cast holds: an endpoint and its variants are called alike.
  const cancelling = useMemo(() => endpoint.extend({ cancel: true }) as E, [endpoint]);
  const reader = useReader(useStore(), cancelling, args);
  const latest = useMemo(() => new LatestReader(), []);
  // In the render: one that suspends is never shown, and has no effects.
  latest.turnTo(reader);
  useEffect(() => () => latest.leave(), [latest]);
  return cancelling;
}
