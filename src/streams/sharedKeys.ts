import type { PersistentMap } from '../table/PersistentMap.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';
import { placeOf } from './Sources.ts';

/** The keys that endpoints of several schemas share, each with those beside it. */
export function sharedKeys(answers: PersistentMap<AnswerRow>): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const [key] of answers.entries()) {
    const [own, place] = placeOf(key);
    if (place > 0) shared.add(own).add(key);
  }
  return shared;
}
