import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { keyedInputs } from './keyedInputs.ts';

/** The rows whose key none of the other streams has. */
export function exceptChanges<K, V>(
  ...others: readonly Observable<ChangeSet<K, unknown>>[]
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return (source) =>
    // The cast holds: only rows of the first are taken.
    keyedInputs([source, ...(others as Observable<ChangeSet<K, V>>[])], (inputs, key) =>
      inputs.every((input, place) => input.has(key) === (place === 0)) ? inputs[0] : undefined,
    );
}
