import { asError } from '../../shared/asError.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

/** The failure of an operation whose connection is gone: opening again may help. */
export class LostConnection extends Error {}

/** The failure of an operation with its code. A lost connection has none yet. */
export function failureOf(error: unknown): Error {
  if (StreambedError.is(error) || error instanceof LostConnection) return error;
  const { name, message } = asError(error);
  // Whether a database, a key-value store or a file system refused a write for lack of room.
  const isFull = /quota|disk is full|sqlite_full|no space left/i.test(`${name} ${message}`);
  return new StreambedError(
    isFull ? 'SB_STORAGE_FULL' : 'SB_STORAGE_UNAVAILABLE',
    `A storage failed: ${message.replace(/\.$/, '')}.`,
    { cause: error },
  );
}
