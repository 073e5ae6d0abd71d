import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { keyedInputs } from './keyedInputs.ts';

/** The rows whose key is in none of the other streams. */
export function exceptChanges<K, V>(
  ...others: readonly Observable<ChangeSet<K, unknown>>[]
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return (source) =>
    // The cast holds: the result has rows of the first input only.
    keyedInputs([source, ...(others as Observable<ChangeSet<K, V>>[])], (inputs, key) =>
      inputs.every((input, index) => input.has(key) === (index === 0)) ? inputs[0] : undefined,
    );
}
