import type { Observable } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { assertFollows } from './assertFollows.ts';
import type { StageInput } from './inputsStage.ts';

/**
 * An input of change sets. A set that does not build on the previous one is a {@link
 * ChangeSetGapError}.
 */
export function changesInput<S extends ChangeSet<unknown, unknown>>(
  source: Observable<S>,
  take: (set: S) => void,
): StageInput {
  let last: number | undefined;
  return {
    source,
    take(value) {
      // The cast holds: the source emits only such sets.
      const set = value as S;
      assertFollows(set, last);
      last = set.version;
      take(set);
    },
  };
}
