import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { atHeight, emittingHeight } from '../../kernel/commits/delivery.ts';
import { type Change, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { KeyMap } from './KeyMap.ts';
import { RowsOutput } from './RowsOutput.ts';
import { setsInput, stage } from './stage.ts';

/** One group. */
export interface RowGroup<G, S> {
  readonly key: G;
  /** What an operator makes of the rows. */
  readonly state: S;
  /** How many rows it has. */
  size: number;
}

/** Rows by group. A group exists while it has rows. */
export class GroupedRows<K, V, R extends RowGroup<unknown, unknown>> {
  readonly #by: (value: V, key: K) => R['key'];
  readonly #start: (key: R['key']) => R['state'];
  readonly #take: (state: R['state'], change: Change<K, V>) => void;
  readonly #groups = new KeyMap<R['key'], R>();
  readonly #groupOf = new KeyMap<K, R>();

  /**
   * `by`: the group of a row. `start` makes the state of a new group, and `take` applies the change
   * of a row to it. A row that changes its group is a remove and an add.
   */
  constructor(
    by: (value: V, key: K) => R['key'],
    start: (key: R['key']) => R['state'],
    take: (state: R['state'], change: Change<K, V>) => void,
  ) {
    this.#by = by;
    this.#start = start;
    this.#take = take;
  }

  /** All groups. */
  values(): IterableIterator<R> {
    return this.#groups.values();
  }

  /** Applies changes. Returns the groups that they touch; one without rows is gone. */
  take(changes: readonly Change<K, V>[]): ReadonlySet<R> {
    const touched = new Set<R>();
    for (const change of changes) {
      const { type, key } = change;
      const from = this.#groupOf.get(key);
      const to = type === 'remove' ? undefined : this.#groupAt(this.#by(change.value, key));
      if (from) touched.add(from);
      if (to) touched.add(to);
      if (from === to) {
        // The cast holds: a row without a group is added to one.
        this.#take(to!.state, change);
        continue;
      }
      if (from && type !== 'add') {
        from.size--;
        this.#groupOf.delete(key);
        this.#take(from.state, { type: 'remove', key, previous: change.previous });
      }
      if (to && type !== 'remove') {
        to.size++;
        this.#groupOf.set(key, to);
        this.#take(to.state, { type: 'add', key, value: change.value });
      }
    }
    for (const { key, size } of touched) if (size === 0) this.#groups.delete(key);
    return touched;
  }

  #groupAt(key: R['key']): R {
    let group = this.#groups.get(key);
    if (!group) {
      // The cast holds: `R` has no other members.
      group = { key, state: this.#start(key), size: 0 } as R;
      this.#groups.set(key, group);
    }
    return group;
  }
}

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
 * then completes the empty groups. A reset empties the groups and makes new ones.
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
        for (const { state } of before) {
          state.clear(version);
          state.end();
        }
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

  /** Drops all rows, and emits that: the set of a version starts anew. */
  clear(version: number): void {
    this.#output.restart();
    this.#height = emittingHeight();
    this.#output.send(version);
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
