import { SB_ABORTED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** Why a request of a key was given up. */
export function abortedError(key: string, why: string): StreambedError {
  return new StreambedError(SB_ABORTED, `${key}: ${why}.`);
}
