import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import type { Accumulator, Aggregate } from './Aggregate.ts';
import type { AnyChangeSet, KeyOf, RowOf } from './AnyChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { changesStage } from './changesStage.ts';
import { isOnlyMove } from './isOnlyMove.ts';
import { ShownRows } from './ShownRows.ts';

/** The rows of one group. */
interface Gathered {
  readonly accumulator: Accumulator<unknown, unknown>;
  count: number;
  last: { readonly result: unknown } | undefined;
}

/**
 * Aggregates the rows of each group: one result per group key. `by` is called once per changed row.
 * A group exists while it has rows, and is sent when its result changes.
 *
 * @example
 * ```ts
 * const hours$ = changes(store, Task).pipe(aggregateChanges((task) => task.owner, sumOf((task) => task.hours)));
 * ```
 */
export function aggregateChanges<S extends AnyChangeSet, G, A>(
  by: (value: RowOf<S>, key: KeyOf<S>) => G,
  aggregate: Aggregate<RowOf<S>, A>,
): OperatorFunction<S, ChangeSet<G, A>>;
export function aggregateChanges(
  by: (value: unknown, key: unknown) => unknown,
  aggregate: Aggregate<unknown, unknown>,
): OperatorFunction<AnyChangeSet, AnyChangeSet> {
  const isSame = (a: unknown, b: unknown): boolean => aggregate.equal?.(a, b) ?? Object.is(a, b);
  return changesStage((subscriber) => {
    const output = new ChangesOutput<unknown, unknown>(subscriber);
    const groupOf = new Map<unknown, unknown>();
    const groups = new Map<unknown, Gathered>();
    let shown = new ShownRows<unknown, unknown>();

    function gatheredBy(group: unknown): Gathered {
      let gathered = groups.get(group);
      if (!gathered) {
        gathered = { accumulator: aggregate.start(), count: 0, last: undefined };
        groups.set(group, gathered);
      }
      return gathered;
    }

    function show(group: unknown): void {
      const gathered = gatheredBy(group);
      if (gathered.count === 0) {
        groups.delete(group);
        shown.hide(group);
        return;
      }
      const result = gathered.accumulator.result();
      if (gathered.last && isSame(gathered.last.result, result)) return;
      gathered.last = { result };
      shown.show(group, result);
    }

    return (set) => {
      if (set.reset) {
        groupOf.clear();
        groups.clear();
        shown = new ShownRows();
      }
      const touched = new Set<unknown>();
      for (const change of set.changes) {
        if (isOnlyMove(change)) continue;
        const { key } = change;
        if (change.type !== 'add') {
          const group = groupOf.get(key);
          const gathered = gatheredBy(group);
          gathered.accumulator.remove(change.previous);
          gathered.count--;
          groupOf.delete(key);
          touched.add(group);
        }
        if (change.type !== 'remove') {
          const group = by(change.value, key);
          const gathered = gatheredBy(group);
          gathered.accumulator.add(change.value);
          gathered.count++;
          groupOf.set(key, group);
          touched.add(group);
        }
      }
      for (const group of touched) show(group);
      output.send(set.reset, set.version, shown.take());
    };
  });
}
