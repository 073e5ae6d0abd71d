import type { ChangeSet } from './ChangeSet.ts';
import { ChangeSetGapError } from './ChangeSetGapError.ts';

/**
 * Throws {@link ChangeSetGapError} for a set that does not build on the version `last`. A reset
 * builds on no version.
 */
export function assertFollows(set: ChangeSet<unknown, unknown>, last: number | undefined): void {
  if (!set.reset && set.since !== last) throw new ChangeSetGapError(last ?? 0, set.since);
}
