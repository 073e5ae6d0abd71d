import type { Observable, Subscription } from 'rxjs';
import {
  type OrderedChange,
  type OrderedChangeSet,
  isOrdered,
} from '../../src/features/changes/OrderedChangeSet.ts';
import type { ChangeSet } from '../../src/features/changes/ChangeSet.ts';

/** Applies the sets of a stream, and notes each broken law of change sets. */
export class ChangesMirror<K, V> {
  readonly rows = new Map<K, V>();
  readonly broken: string[] = [];
  readonly errors: unknown[] = [];
  /** Sets since the last `step`. */
  sets = 0;
  #step = 0;
  #commitSeen = -1;
  #version: number | undefined;
  readonly #list: K[] = [];
  readonly #held: { readonly set: OrderedChangeSet<K, V>; readonly rows: readonly V[] }[] = [];
  readonly #subscription: Subscription;

  /** `commit` returns the number of the commit that is being delivered. */
  constructor(changes$: Observable<ChangeSet<K, V>>, commit: () => number) {
    this.#subscription = changes$.subscribe({
      next: (set) => {
        this.#take(set, commit());
        this.sets++;
      },
      error: (error: unknown) => this.errors.push(error),
    });
    this.#law(this.sets === 1, 'law 7: one set at once');
  }

  /** Later sets have another cause. */
  step(): void {
    this.#step++;
    this.sets = 0;
  }

  stop(): void {
    this.#subscription.unsubscribe();
    // Sets that were emitted before have not changed.
    for (const { set, rows } of this.#held) {
      this.#law(sameRows(set.toArray(), rows), 'an earlier sorted set has other rows');
      this.#law(set.size === rows.length, 'an earlier sorted set has another size');
    }
  }

  #take(set: ChangeSet<K, V>, commit: number): void {
    const isFirst = this.#version === undefined;
    const cause = this.#step * 1e6 + commit;
    this.#law(isFirst ? set.reset : true, 'law 7: the first set is a reset');
    this.#law(isFirst || cause !== this.#commitSeen, 'law 6: at most one set per commit');
    this.#law(set.reset || set.changes.length > 0, 'law 4: no empty set');
    this.#law(set.reset || set.since === this.#version, 'a set builds on the one before it');
    this.#law(isFirst || set.version > this.#version!, 'versions rise');
    const keys = new Set(set.changes.map(({ key }) => key));
    this.#law(keys.size === set.changes.length, 'law 1: at most one change per key');
    this.#commitSeen = cause;
    this.#version = set.version;
    if (set.reset) this.rows.clear();
    if (set.reset) this.#list.length = 0;
    for (const change of set.changes) {
      const { key } = change;
      const isThere = this.rows.has(key);
      this.#law(isThere === (change.type !== 'add'), `law 2: ${change.type} of a key`);
      this.#law(!set.reset || change.type === 'add', 'a reset has adds only');
      if (change.type !== 'add') {
        this.#law(
          Object.is(this.rows.get(key), change.previous),
          'law 3: previous is what was sent',
        );
      }
      if (change.type === 'update')
        this.#law(saysMore(change, isOrdered(set)), 'an update says something');
      if (change.type === 'remove') this.rows.delete(key);
      else this.rows.set(key, change.value);
    }
    if (isOrdered(set)) this.#takeOrdered(set);
  }

  #takeOrdered(set: OrderedChangeSet<K, V>): void {
    for (const change of set.changes) this.#move(change);
    this.#law(set.size === this.#list.length, 'the list has the rows of its changes');
    const rows = this.#list.map((key) => this.rows.get(key) as V);
    this.#law(sameRows(set.slice(), rows), 'the list is in the order of its changes');
    this.#law(set.keyAt(0) === this.#list[0], 'the list knows its keys');
    if (set.version % 3 === 0) this.#held.push({ set, rows });
    else if (set.version % 5 === 0) this.#held.push({ set, rows: set.toArray().slice() });
  }

  #move(change: OrderedChange<K, V>): void {
    const { type, key } = change;
    if (type !== 'add') {
      const [found] = this.#list.splice(change.from, 1);
      this.#law(found === key, 'a row is where its change says');
    }
    if (type !== 'remove') this.#list.splice(change.index, 0, key);
  }

  #law(holds: boolean, what: string): void {
    if (!holds) this.broken.push(what);
  }
}

function saysMore(
  change: {
    readonly value: unknown;
    readonly previous: unknown;
    readonly from?: number;
    readonly index?: number;
  },
  ofList: boolean,
): boolean {
  return !Object.is(change.value, change.previous) || (ofList && change.from !== change.index);
}

function sameRows(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}
