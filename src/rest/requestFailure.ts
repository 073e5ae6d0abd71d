import { StreambedError } from '../shared/StreambedError.ts';
import { NetworkError } from './NetworkError.ts';
import type { RequestLabel } from './RequestLabel.ts';

/**
 * What to throw for a request or body that failed on the way: an abort and errors of the library as they are, everything
 * else as {@link NetworkError} with status 0 and the cause.
 */
export function requestFailure(
  error: unknown,
  label: RequestLabel,
  signal?: AbortSignal | null,
): unknown {
  const isReason = signal?.aborted === true && signal.reason === error;
  if (isReason || isAbort(error) || StreambedError.is(error)) return error;
  return new NetworkError({ ...label, status: 0, cause: error });
}

/** By name: `AbortSignal.timeout` and polyfills use other classes and other realms. */
function isAbort(error: unknown): boolean {
  const name = (error as { name?: unknown } | null | undefined)?.name;
  return name === 'AbortError' || name === 'TimeoutError';
}
