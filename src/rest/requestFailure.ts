import { StreambedError } from '../shared/StreambedError.ts';
import { NetworkError } from './NetworkError.ts';
import type { RequestLabel } from './RequestLabel.ts';

/**
 * Returns what to throw for a failed request or body: aborts and errors of the library unchanged,
 * any other error as {@link NetworkError} with status 0 and the cause.
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

/**
 * Checks the name, not the class: `AbortSignal.timeout`, polyfills and other realms use other
 * classes.
 */
function isAbort(error: unknown): boolean {
  const name = (error as { name?: unknown } | null | undefined)?.name;
  return name === 'AbortError' || name === 'TimeoutError';
}
