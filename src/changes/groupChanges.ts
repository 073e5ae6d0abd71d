import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { atHeight, emittingHeight } from '../commits/delivery.ts';
import { type Change, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { GroupedRows, type RowGroup } from './GroupedRows.ts';
import { RowsOutput } from './RowsOutput.ts';
import { setsInput, stage } from './stage.ts';

/** One group of {@link groupChanges}: the same object for as long as it has rows. */
export interface Group<G, K, V> {
  /** What the rows have in common. */
  readonly key: G;
  /** The current number of rows. */
  readonly size: number;
  /**
   * The changes of the rows: a reset with all of them at once, then what changes. Completes when no
   * row is left.
   */
  readonly changes$: Observable<ChangeSet<K, V>>;
}

/**
 * Groups the rows: each group has a stream of its own changes. `by` is called once per changed row.
 * Each commit first sends the groups that were added and removed, then the changes in each group,
 * then completes the empty groups. A reset makes new groups.
 *
 * @example
 * ```ts
 * const byOwner$ = changes(store, Task).pipe(groupChanges((task) => task.owner));
 * ```
 */
export function groupChanges<K, V, G>(
  by: (value: V, key: K) => G,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<G, Group<G, K, V>>> {
  return (source) =>
    stage((subscriber) => {
      const output = new RowsOutput<G, Group<G, K, V>>(subscriber);
      let version = 0;
      const newGroups = () =>
        new GroupedRows<K, V, RowGroup<G, OpenGroup<G, K, V>>>(
          by,
          (key) => new OpenGroup(key),
          (group, change) => group.take(change, version),
        );
      let groups = newGroups();
      const end = (error?: Error): void => {
        for (const { state } of groups.values()) state.end(error);
      };
      // Without a subscriber of the outer stream, groups receive no more changes.
      subscriber.add(() => end());

      function take(set: ChangeSet<K, V>): void {
        ({ version } = set);
        const before = [...(set.reset ? groups.values() : [])];
        if (set.reset) {
          output.restart();
          groups = newGroups();
        }
        const touched = groups.take(withoutMoves(set.changes));
        for (const { key, size, state } of touched) {
          if (size === 0) output.hide(key);
          else output.show(key, state);
        }
        output.send(version);
        for (const { state } of before) state.end();
        for (const { state } of touched) state.emit();
        for (const { size, state } of touched) if (size === 0) state.end();
      }

      return { inputs: [setsInput(source, take)], end };
    });
}

/** A subscriber of a group, and the version of its first set. */
interface Joined<K, V> {
  readonly subscriber: Subscriber<ChangeSet<K, V>>;
  readonly version: number;
}

/** A group as its stage edits it. */
class OpenGroup<G, K, V> implements Group<G, K, V> {
  readonly key: G;
  readonly changes$ = new Observable<ChangeSet<K, V>>((subscriber) => this.#join(subscriber));
  readonly #output = new RowsOutput<K, V>({ next: (set) => this.#publish(set) });
  readonly #joined = new Set<Joined<K, V>>();
  #height = 0;
  #end: { readonly error: Error | undefined } | undefined;

  constructor(key: G) {
    this.key = key;
  }

  get size(): number {
    return this.#output.rows.size;
  }

  /** Applies a change of the set of a version. Later subscribers find it in their first set. */
  take(change: Change<K, V>, version: number): void {
    this.#output.causedBy(version);
    if (change.type === 'remove') this.#output.hide(change.key);
    else this.#output.show(change.key, change.value);
  }

  /** Emits the applied changes. */
  emit(): void {
    this.#height = emittingHeight();
    this.#output.send();
  }

  #publish(set: ChangeSet<K, V>): void {
    for (const { subscriber, version } of [...this.#joined]) {
      // The first set already contains the changes of its commit.
      if (set.version > version) subscriber.next(set);
    }
  }

  /** Completes the group, or fails it with an error. */
  end(error?: Error): void {
    this.#end ??= { error };
    for (const { subscriber } of this.#joined) this.#finish(subscriber);
  }

  #join(subscriber: Subscriber<ChangeSet<K, V>>): void {
    const first = this.#output.all();
    const joined = { subscriber, version: first.version };
    this.#joined.add(joined);
    subscriber.add(() => this.#joined.delete(joined));
    atHeight(this.#height, () => subscriber.next(first));
    this.#finish(subscriber);
  }

  #finish(subscriber: Subscriber<unknown>): void {
    if (this.#end?.error) subscriber.error(this.#end.error);
    else if (this.#end) subscriber.complete();
  }
}
