import { labelOf } from '../endpoint/labelOf.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** Says why a request was aborted. */
export function abortedError(endpoint: { readonly name: string }, why: string): StreambedError {
  return new StreambedError('SB_ABORTED', `${labelOf(endpoint)}: ${why}.`);
}
