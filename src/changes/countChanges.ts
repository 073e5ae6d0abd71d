import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { countOf } from './countOf.ts';
import { totalChanges } from './totalChanges.ts';

/** The number of rows: emits at once, then when it changes. */
export function countChanges<K, V>(): OperatorFunction<ChangeSet<K, V>, number> {
  return totalChanges(countOf());
}
