import { SB_PROJECTION } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** A function gives another value for a row than it gave before: `SB_PROJECTION`. It reads something that is not in the row. */
export class ProjectionError extends StreambedError {
  override readonly name = 'ProjectionError';

  constructor() {
    super(SB_PROJECTION, 'A value leaves, but it never came.');
  }
}
