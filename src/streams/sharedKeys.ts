import type { PersistentMap } from '../table/PersistentMap.ts';
import type { ResultRecord } from '../table/ResultRecord.ts';
import { placeOf } from './StreamRegistry.ts';

/** The keys that endpoints of different schemas share, with the separate keys of each schema. */
export function sharedKeys(answers: PersistentMap<ResultRecord>): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const [key] of answers.entries()) {
    const [own, number] = placeOf(key);
    if (number > 0) shared.add(own).add(key);
  }
  return shared;
}
