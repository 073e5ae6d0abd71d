import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { countOf } from './countOf.ts';
import { totalChanges } from './totalChanges.ts';

/** How many rows there are: at once, then each time it is another number. */
export function countChanges<K, V>(): OperatorFunction<ChangeSet<K, V>, number> {
  return totalChanges(countOf());
}
