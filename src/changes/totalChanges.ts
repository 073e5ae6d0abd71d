import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import type { Aggregate } from './Aggregate.ts';
import { changesStage } from './changesStage.ts';
import { isOnlyMove } from './isOnlyMove.ts';

/** Aggregates all rows: emits the first result at once, then when it changes. */
export function totalChanges<K, V, A>(
  aggregate: Aggregate<V, A>,
): OperatorFunction<ChangeSet<K, V>, A> {
  const isSame = (a: A, b: A): boolean => aggregate.equal?.(a, b) ?? Object.is(a, b);
  return changesStage((subscriber) => {
    let accumulator = aggregate.start();
    let last: { readonly result: A } | undefined;
    return (set) => {
      if (set.reset) accumulator = aggregate.start();
      for (const change of set.changes) {
        if (isOnlyMove(change)) continue;
        if (change.type !== 'add') accumulator.remove(change.previous);
        if (change.type !== 'remove') accumulator.add(change.value);
      }
      const result = accumulator.result();
      if (last && isSame(last.result, result)) return;
      last = { result };
      subscriber.next(result);
    };
  });
}
