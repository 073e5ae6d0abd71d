import { SB_PROJECTION } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * A function returned another value for a row than before: `SB_PROJECTION`. It reads something
 * outside of the row.
 */
export class ProjectionError extends StreambedError {
  override readonly name = 'ProjectionError';

  constructor() {
    super(SB_PROJECTION, 'A projected value is removed, but it was never added.');
  }
}
