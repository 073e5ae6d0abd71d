import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { atHeight, emittingHeight } from '../commits/delivery.ts';
import { type Change, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { GroupedRows, type GroupState } from './GroupedRows.ts';
import { RowsOutput, sendSets } from './RowsOutput.ts';
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
      // The cast holds: `by` made the key.
      const newGroups = () => new GroupedRows(by, (key) => new OpenGroup<G, K, V>(key as G));
      let groups = newGroups();
      const end = (error?: Error): void => {
        for (const { state } of groups.values()) state.end(error);
      };
      // Without a subscriber of the outer stream, groups receive no more changes.
      subscriber.add(() => end());
      return {
        inputs: [
          setsInput(source, ({ reset, version, changes }) => {
            const before = [...(reset ? groups.values() : [])];
            if (reset) {
              output.restart();
              groups = newGroups();
            }
            const touched = groups.take(withoutMoves(changes));
            for (const { size, state } of touched) {
              if (size === 0) output.hide(state.key);
              else output.show(state.key, state);
            }
            output.causedBy(version);
            output.send();
            for (const { state } of before) state.end();
            for (const { state } of touched) state.emit(version);
            for (const { size, state } of touched) if (size === 0) state.end();
          }),
        ],
        end,
      };
    });
}

interface GroupSubscriber<K, V> {
  readonly subscriber: Subscriber<ChangeSet<K, V>>;
  readonly send: ReturnType<typeof sendSets<K, V>>;
  /** Changes that its first set already contains. */
  readonly known: readonly Change<K, V>[] | undefined;
}

/** A group as its stage edits it. */
class OpenGroup<G, K, V> implements Group<G, K, V>, GroupState<K, V> {
  readonly key: G;
  readonly changes$ = new Observable<ChangeSet<K, V>>((subscriber) => this.#join(subscriber));
  readonly #rows = new Map<K, V>();
  readonly #subscribers = new Set<GroupSubscriber<K, V>>();
  #changes: Change<K, V>[] | undefined;
  #version = 0;
  #height = 0;
  #end: { readonly error: Error | undefined } | undefined;

  constructor(key: G) {
    this.key = key;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Applies a change. Later subscribers find it in their first set. */
  take(change: Change<K, V>): void {
    if (change.type === 'remove') this.#rows.delete(change.key);
    else this.#rows.set(change.key, change.value);
    (this.#changes ??= []).push(change);
  }

  /** Emits the applied changes; `version` is that of the set that brought them. */
  emit(version: number): void {
    this.#version = version;
    this.#height = emittingHeight();
    const changes = this.#changes ?? [];
    for (const { send, known } of [...this.#subscribers]) {
      if (known !== changes) send(false, version, changes);
    }
    this.#changes = undefined;
  }

  /** Completes the group, or fails it with an error. */
  end(error?: Error): void {
    this.#end ??= { error };
    for (const { subscriber } of this.#subscribers) this.#finish(subscriber);
  }

  #join(subscriber: Subscriber<ChangeSet<K, V>>): void {
    const send = sendSets<K, V>(subscriber);
    const joined = { subscriber, send, known: this.#changes };
    this.#subscribers.add(joined);
    subscriber.add(() => this.#subscribers.delete(joined));
    const adds = Array.from(this.#rows, ([key, value]) => ({ type: 'add', key, value }) as const);
    atHeight(this.#height, () => send(true, this.#version, adds));
    this.#finish(subscriber);
  }

  #finish(subscriber: Subscriber<unknown>): void {
    if (this.#end?.error) subscriber.error(this.#end.error);
    else if (this.#end) subscriber.complete();
  }
}
