import { asError } from '../../shared/asError.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { LostConnection } from './Backend.ts';

/** The failure of an operation with its code. A lost connection has none yet: it may be opened again. */
export function failureOf(error: unknown): Error {
  if (StreambedError.is(error) || error instanceof LostConnection) return error;
  const { message } = asError(error);
  return isQuotaError(error)
    ? new StreambedError('SB_STORAGE_FULL', `A storage has no room: ${message}.`, { cause: error })
    : new StreambedError('SB_STORAGE_UNAVAILABLE', `A storage failed: ${message}.`, {
        cause: error,
      });
}

/** Whether a database, a key-value store or a file system refused a write for lack of room. */
export function isQuotaError(error: unknown): boolean {
  const { name, message } = asError(error);
  return /quota|disk is full|sqlite_full|no space left/i.test(`${name} ${message}`);
}
