import { asError } from '../shared/asError.ts';

/**
 * A promise as one of several sees it who may leave: when `signal` aborts, `leave` is told the reason; unless it says that it is too late,
 * the promise rejects with the reason. Nothing stays on the signal once it has settled. Never an unhandled rejection.
 */
export function abortable(
  promise: Promise<unknown>,
  signal: AbortSignal,
  leave: (reason: Error) => 'left' | 'too late',
): Promise<unknown> {
  const own = new Promise<unknown>((resolve, reject) => {
    const abort = (): void => {
      stop();
      const reason = asError(signal.reason);
      if (leave(reason) === 'left') reject(reason);
    };
    const stop = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject);
    promise.then(stop, stop);
  });
  own.catch(() => {});
  return own;
}
