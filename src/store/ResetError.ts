import { SB_RESET } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** Rejects requests that were under way when the store was reset. Code `SB_RESET`. */
export class ResetError extends StreambedError {
  override readonly name = 'ResetError';

  /** `key` names the request. */
  constructor(key: string) {
    super(SB_RESET, `${key}: the store was reset meanwhile.`);
  }
}
