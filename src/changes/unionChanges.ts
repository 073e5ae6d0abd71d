import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { keyedInputs } from './keyedInputs.ts';

/** The rows of all streams. If several streams have a key, the first of them gives its row. */
export function unionChanges<K, V>(
  ...others: readonly Observable<ChangeSet<K, V>>[]
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return (source) =>
    keyedInputs([source, ...others], (inputs, key) => inputs.find((input) => input.has(key)));
}
