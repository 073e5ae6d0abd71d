import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { changesStage } from './changesStage.ts';
import { isSameKey } from './isSameKey.ts';

/**
 * The row of one key, `undefined` while there is none: emits at once, then when it changes.
 *
 * @example
 * ```ts
 * const total$ = totals$.pipe(watchKey('ann'));
 * ```
 */
export function watchKey<K, V>(key: K): OperatorFunction<ChangeSet<K, V>, V | undefined> {
  return changesStage((subscriber) => {
    let last: V | undefined;
    let isFirst = true;
    return (set) => {
      let value = set.reset ? undefined : last;
      for (const change of set.changes) {
        if (!isSameKey(change.key, key)) continue;
        value = change.type === 'remove' ? undefined : change.value;
      }
      if (!isFirst && Object.is(last, value)) return;
      isFirst = false;
      last = value;
      subscriber.next(value);
    };
  });
}
