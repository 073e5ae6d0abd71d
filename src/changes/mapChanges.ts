import type { OperatorFunction } from 'rxjs';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { changesStage } from './changesStage.ts';
import { isOnlyMove } from './isOnlyMove.ts';

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
  const { equal = Object.is } = options;
  return changesStage((subscriber) => {
    const output = new ChangesOutput<K, R>(subscriber);
    const projections = new Map<K, R>();
    return (set) => {
      if (set.reset) projections.clear();
      const changes: Change<K, R>[] = [];
      for (const change of set.changes) {
        if (isOnlyMove(change)) continue;
        const { key } = change;
        // The cast holds for updates and removes: their keys are present.
        const previous = projections.get(key) as R;
        if (change.type === 'remove') {
          projections.delete(key);
          changes.push({ type: 'remove', key, previous });
          continue;
        }
        const value = project(change.value, key);
        if (change.type === 'add') changes.push({ type: 'add', key, value });
        else if (equal(previous, value)) continue;
        else changes.push({ type: 'update', key, value, previous });
        projections.set(key, value);
      }
      output.send(set.reset, set.version, changes);
    };
  });
}
