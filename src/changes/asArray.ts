import type { OperatorFunction } from 'rxjs';
import { type Change, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { foldStage } from './changesStage.ts';
import { isOrdered, type OrderedChangeSet } from './OrderedChangeSet.ts';
import { OrderedRows } from './OrderedRows.ts';

/**
 * The rows as an array: sorted rows in their order, others in the order in which they were added. A
 * new array only if a row or its index changed; rows keep their references, and emitted arrays are
 * never changed (frozen in development). Costs one copy of the references per emission.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray());
 * ```
 */
export function asArray<K, V>(): OperatorFunction<ChangeSet<K, V>, readonly V[]> {
  return foldStage(() => {
    const arrival = new ArrivalOrder<K, V>();

    function arrayOf(set: ChangeSet<K, V> | OrderedChangeSet<K, V>, last: readonly V[]) {
      if (!isOrdered(set)) return arrival.apply(set);
      return set.reset || movesAny(set) ? set.toArray() : last;
    }

    return (set, last) => {
      const array = arrayOf(set, last ?? []);
      return set.reset && last && areSame(last, array) ? last : array;
    };
  });
}

/**
 * Rows in the order in which their keys were added. An updated row keeps its index; a row that is
 * removed and added again goes last.
 */
class ArrivalOrder<K, V> {
  /** The arrival number of each key. Numbers rise along the list, so a search finds a row. */
  readonly #numbers = new Map<K, number>();
  #rows = OrderedRows.empty<number, V>();
  #next = 0;

  /** Applies a set. Returns all rows: the same array if none changed. */
  apply({ reset, changes }: ChangeSet<K, V>): readonly V[] {
    if (reset) return this.#restart(changes);
    const draft = this.#rows.edit();
    const news = withoutMoves(changes);
    for (const change of news) {
      const number = this.#numberOf(change.key);
      const { chunk, offset } = draft.seek((other) => other < number);
      if (change.type === 'add') {
        draft.insert(chunk, offset, number, change.value);
      } else if (change.type === 'update') {
        draft.replace(chunk, offset, change.value);
      } else {
        draft.remove(chunk, offset);
        this.#numbers.delete(change.key);
      }
    }
    if (news.length > 0) this.#rows = draft.finish();
    return this.#rows.toArray();
  }

  #restart(adds: readonly Change<K, V>[]): readonly V[] {
    this.#numbers.clear();
    const numbers = adds.map(({ key }) => this.#numberOf(key));
    // The cast holds: all changes of a reset are adds.
    const values = adds.map((add) => (add as { readonly value: V }).value);
    this.#rows = OrderedRows.of(numbers, values);
    return this.#rows.toArray();
  }

  #numberOf(key: K): number {
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#next++));
    return number;
  }
}

function movesAny<K, V>({ changes }: OrderedChangeSet<K, V>): boolean {
  return changes.some(
    (change) =>
      change.type !== 'update' ||
      change.from !== change.index ||
      !Object.is(change.value, change.previous),
  );
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}
