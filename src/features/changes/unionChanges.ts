import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import type { KeyMap } from './KeyMap.ts';
import { keyedStage } from './RowsOutput.ts';

/** The rows of all streams. If several streams have a key, the first of them gives its row. */
export function unionChanges<K, V>(
  ...others: readonly Observable<ChangeSet<K, V>>[]
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return (source) =>
    keyedInputs([source, ...others], (inputs, key) => inputs.find((input) => input.has(key)));
}

/** The rows whose key is in all other streams, too. */
export function intersectChanges<K, V>(
  ...others: readonly Observable<ChangeSet<K, unknown>>[]
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return firstInput(others, true);
}

/** The rows whose key is in none of the other streams. */
export function exceptChanges<K, V>(
  ...others: readonly Observable<ChangeSet<K, unknown>>[]
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return firstInput(others, false);
}

/** The rows of the first input whose key is in all other inputs, or in none of them. */
function firstInput<K, V>(
  others: readonly Observable<ChangeSet<K, unknown>>[],
  isInOthers: boolean,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return (source) =>
    // The cast holds: the result has rows of the first input only.
    keyedInputs([source, ...(others as Observable<ChangeSet<K, V>>[])], ([first, ...rest], key) =>
      first.has(key) && rest.every((input) => input.has(key) === isInOthers) ? first : undefined,
    );
}

/** Merges several streams key by key: `choose` returns the input that gives the row, if any. */
function keyedInputs<K, V>(
  sources: readonly Observable<ChangeSet<K, V>>[],
  choose: (inputs: readonly KeyMap<K, V>[], key: K) => KeyMap<K, V> | undefined,
): Observable<ChangeSet<K, V>> {
  return keyedStage(({ rows, touch, output }) => {
    const inputs = sources.map((source) => rows(source, touch));
    return (key) => {
      const chosen = choose(inputs, key);
      // The cast holds: the chosen input has the key.
      if (chosen) output.show(chosen.keyOf(key), chosen.get(key) as V);
      else output.hide(key);
    };
  });
}
