import { labelOf } from '../endpoint/labelOf.ts';
import { SB_ABORTED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** Why a request of an endpoint was given up. */
export function abortedError(endpoint: { readonly name: string }, why: string): StreambedError {
  return new StreambedError(SB_ABORTED, `${labelOf(endpoint)}: ${why}.`);
}
