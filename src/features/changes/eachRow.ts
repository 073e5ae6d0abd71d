import type { OperatorFunction } from 'rxjs';
import { type AnyObservable, isLiveSource } from '../../kernel/requests/toObservable.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { keyedStage, rowsStage } from './RowsOutput.ts';
import { parameterInput } from './stage.ts';

/**
 * Whether a row belongs to the result. Must depend on the row only: pass a stream of predicates for
 * anything else it depends on.
 */
export type Predicate<K, V> = (value: V, key: K) => boolean;

/**
 * The rows for which the predicate is true. It is called once per changed row. A stream of
 * predicates: each predicate tests all rows again, and one set with the rows added and removed is
 * sent. Nothing is emitted before the first predicate, so the stream should emit one on
 * subscription. If the predicate throws, the pipeline fails; `retry()` starts anew.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done));
 * ```
 */
export function filterChanges<K, V>(
  predicate: Predicate<K, V> | AnyObservable<Predicate<K, V>>,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  if (!isLiveSource(predicate)) {
    return rowsStage<ChangeSet<K, V>, K, V>((output) => (changes) => {
      for (const change of changes) {
        const { key } = change;
        if (change.type === 'remove' || !predicate(change.value, key)) output.hide(key);
        else output.show(key, change.value);
      }
    });
  }
  return (source) =>
    keyedStage(({ rows, inputs, makeAll, touch, output }) => {
      const input = rows(source, touch);
      let current: Predicate<K, V>;
      const takePredicate = (next: Predicate<K, V>): void => {
        current = next;
        makeAll(input);
      };
      inputs.push(...parameterInput(predicate, takePredicate));
      return (key) => {
        // The cast holds if the key is present.
        const value = input.get(key) as V;
        if (input.has(key) && current(value, key)) output.show(key, value);
        else output.hide(key);
      };
    });
}

/** How {@link mapChanges} compares projections. */
export interface MapOptions<R> {
  /**
   * Whether two projections are equal: then nothing is sent, and the earlier one is kept. Default
   * `Object.is`.
   */
  readonly equal?: ((previous: R, next: R) => boolean) | undefined;
}

/**
 * Each row as another value. `project` is called once per changed row and must depend on the row
 * only; a projection equal to the previous one is not sent. If `project` throws, the pipeline
 * fails; `retry()` starts anew.
 *
 * @example
 * ```ts
 * const titles$ = changes(store, Todo).pipe(mapChanges((todo) => todo.title));
 * ```
 */
export function mapChanges<K, V, R>(
  project: (value: V, key: K) => R,
  options: MapOptions<R> = {},
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, R>> {
  return rowsStage<ChangeSet<K, V>, K, R>(
    (output) => (changes) => {
      for (const change of changes) {
        const { key } = change;
        if (change.type === 'remove') output.hide(key);
        else output.show(key, project(change.value, key));
      }
    },
    options.equal,
  );
}
