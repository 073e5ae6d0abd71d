import { labelOf } from '../endpoint/labelOf.ts';
import { SB_TIMEOUT } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** Rejects a request that took longer than its `timeout`. Code `SB_TIMEOUT`. */
export class TimeoutError extends StreambedError {
  override readonly name = 'TimeoutError';
  /** As that of a `NetworkError` without an answer. */
  readonly status = 0;

  /** `endpoint` was asked, `timeout` is its limit in ms. */
  constructor(endpoint: { readonly name: string }, timeout: number) {
    super(SB_TIMEOUT, `${labelOf(endpoint)}: no answer within ${timeout} ms.`);
  }
}
