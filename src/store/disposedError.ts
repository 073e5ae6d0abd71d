import { StreambedError } from '../shared/StreambedError.ts';

/** Thrown by a store that was disposed. Code `SB_DISPOSED`. */
export function disposedError(): StreambedError {
  return new StreambedError('SB_DISPOSED', 'The store was used after dispose().');
}
