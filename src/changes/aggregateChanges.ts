import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from '../store/ChangeSet.ts';
import type { Accumulator, Aggregate } from './Aggregate.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { changesStage } from './changesStage.ts';
import { ShownRows } from './ShownRows.ts';

/** The rows of one group. */
interface Gathered<V, A> {
  readonly accumulator: Accumulator<V, A>;
  count: number;
  last: { readonly result: A } | undefined;
}

/**
 * What the rows of each group amount to, by group. `by` is called once per row that changed; a group is there while it has rows, and is sent if its
 * result is another one.
 *
 * @example
 * ```ts
 * const hours$ = store.changes(Task).pipe(aggregateChanges((task) => task.owner, sumOf((task) => task.hours)));
 * ```
 */
export function aggregateChanges<K, V, G, A>(
  by: (value: V, key: K) => G,
  aggregate: Aggregate<NoInfer<V>, A>,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<G, A>> {
  const isSame = (a: A, b: A): boolean => aggregate.equal?.(a, b) ?? Object.is(a, b);
  return changesStage((subscriber) => {
    const output = new ChangesOutput<G, A>(subscriber);
    const groupOf = new Map<K, G>();
    const groups = new Map<G, Gathered<V, A>>();
    let shown = new ShownRows<G, A>();

    function gatheredBy(group: G): Gathered<V, A> {
      let gathered = groups.get(group);
      if (!gathered) {
        gathered = { accumulator: aggregate.start(), count: 0, last: undefined };
        groups.set(group, gathered);
      }
      return gathered;
    }

    function show(group: G): void {
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
      const touched = new Set<G>();
      for (const change of set.changes) {
        const { key } = change;
        if (change.type !== 'add') {
          // The cast holds: what leaves has come.
          const group = groupOf.get(key) as G;
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
