import { labelOf } from '../../data/endpoint/labelOf.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { Call } from './Requests.ts';

/** The failure of a request that refers to an entity which is not created. */
export function placeholderLost({ endpoint }: Call): StreambedError {
  return new StreambedError(
    'SB_PLACEHOLDER_LOST',
    `${labelOf(endpoint)}: its args refer to an entity that a failed request was creating.`,
  );
}
