import { labelOf } from '../../data/endpoint/labelOf.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

/** Rejects requests that were in flight when the store was reset. Code `SB_RESET`. */
export class ResetError extends StreambedError {
  override readonly name = 'ResetError';

  /** `endpoint`: the endpoint of the request. */
  constructor(endpoint: { readonly name: string }) {
    super('SB_RESET', `${labelOf(endpoint)}: the store was reset while the request was in flight.`);
  }
}
