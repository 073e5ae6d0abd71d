import { SB_CHANGES_GAP } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * A change set was lost: `SB_CHANGES_GAP`. The rows built so far can no longer be right; `retry()`
 * starts anew.
 */
export class ChangeSetGapError extends StreambedError {
  override readonly name = 'ChangeSetGapError';

  /**
   * `expected`: the version of the last set received; `since`: the version that the next set builds
   * on.
   */
  constructor(expected: number, since: number) {
    super(
      SB_CHANGES_GAP,
      `A change set builds on version ${since}, but the last one received was version ${expected}.`,
    );
  }
}
