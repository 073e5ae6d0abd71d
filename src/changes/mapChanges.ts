import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { rowsStage } from './RowsOutput.ts';

/** How {@link mapChanges} compares projections. */
export interface MapOptions<R> {
  /**
   * Whether two projections are equal: then nothing is sent, and the earlier one is kept. Default
   * `Object.is`.
   */
  readonly equal?: (previous: R, next: R) => boolean;
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
