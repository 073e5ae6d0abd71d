import { asError } from '../../shared/asError.ts';

/** A request, as one of its callers knows it. */
interface JoinedRequest {
  readonly promise: Promise<unknown>;
  readonly isSettled: boolean;
  /** Called when the caller stops waiting. */
  left(reason: Error): void;
}

/**
 * The promise of a request for one caller: rejects when `signal` aborts, and then calls `release`.
 */
export function untilAborted(
  request: JoinedRequest,
  signal: AbortSignal,
  release: () => void,
): Promise<unknown> {
  const own = new Promise<unknown>((resolve, reject) => {
    const abort = (): void => {
      stop();
      if (request.isSettled) return;
      release();
      const reason = asError(signal.reason);
      request.left(reason);
      reject(reason);
    };
    // Leaves no listener on the signal after it has settled.
    const stop = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.promise.then(resolve, reject);
    request.promise.then(stop, stop);
  });
  own.catch(() => {});
  return own;
}
