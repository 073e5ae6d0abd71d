import { SB_CHANGES_GAP } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** A set of changes was lost on its way: `SB_CHANGES_GAP`. What was built from the sets so far cannot be right any more; `retry()` starts anew. */
export class ChangeSetGapError extends StreambedError {
  override readonly name = 'ChangeSetGapError';

  /** `expected`: the version of the last set that came; `since`: the one that the next set builds on. */
  constructor(expected: number, since: number) {
    super(
      SB_CHANGES_GAP,
      `A change set builds on version ${since}, but the last one that came was version ${expected}.`,
    );
  }
}
