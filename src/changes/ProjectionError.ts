import { SB_PROJECTION } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** A function gives another value for a row than it gave before: `SB_PROJECTION`. It reads something that is not in the row. */
export class ProjectionError extends StreambedError {
  override readonly name = 'ProjectionError';

  /** `value`: what was to be taken out. */
  constructor(value: unknown) {
    super(SB_PROJECTION, `The value ${String(value)} leaves, but it never came.`);
  }
}
