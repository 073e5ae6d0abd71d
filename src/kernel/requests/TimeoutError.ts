import { labelOf } from '../../data/endpoint/labelOf.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

/** Rejects a request that took longer than its `timeout`. Code `SB_TIMEOUT`. */
export class TimeoutError extends StreambedError {
  override readonly name = 'TimeoutError';
  /** The same as that of a `NetworkError` without a response. */
  readonly status = 0;

  /** `endpoint`: the endpoint of the request; `timeout`: its limit in ms. */
  constructor(endpoint: { readonly name: string }, timeout: number) {
    super('SB_TIMEOUT', `${labelOf(endpoint)}: no response within ${timeout} ms.`);
  }
}
