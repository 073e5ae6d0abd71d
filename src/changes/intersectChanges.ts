import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { keyedInputs } from './keyedInputs.ts';

/** The rows whose key is in all other streams, too. */
export function intersectChanges<K, V>(
  ...others: readonly Observable<ChangeSet<K, unknown>>[]
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return (source) =>
    // The cast holds: the result has rows of the first input only.
    keyedInputs([source, ...(others as Observable<ChangeSet<K, V>>[])], (inputs, key) =>
      inputs.every((input) => input.has(key)) ? inputs[0] : undefined,
    );
}
