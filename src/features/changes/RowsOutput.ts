import type { Observable, Observer, OperatorFunction } from 'rxjs';
import {
  type AnyChangeSet,
  applyChanges,
  type Change,
  type ChangeSet,
  withoutMoves,
} from './ChangeSet.ts';
import { KeyMap } from './KeyMap.ts';
import { changesStage, setsInput, stage, type StageInput } from './stage.ts';

/** The numbers of one set of a stream. */
export type SetNumbers = Pick<ChangeSet<unknown, unknown>, 'version' | 'since'>;

/**
 * Numbers the sets of one stream: the function returns the numbers of the next set; `cause` is the
 * version of the set that causes it.
 */
export function numberSets(): (cause: number) => SetNumbers {
  let version = -1;
  return (cause) => {
    const since = version;
    version = Math.max(cause, since + 1);
    return { version, since };
  };
}

/** Takes the sets of one stream. */
type SetObserver<K, V> = Pick<Observer<ChangeSet<K, V>>, 'next'>;

/**
 * The rows of an operator: those that were sent, and how they changed since. The first set is a
 * reset. Between two `send`s, call `show` or `hide` at most once per key.
 */
export class RowsOutput<K, V> {
  readonly #observer: SetObserver<K, V>;
  readonly #equal: (previous: V, next: V) => boolean;
  readonly #rows = new KeyMap<K, V>();
  #changes: Change<K, V>[] = [];
  #isReset = true;
  #version = -1;
  #cause = 0;

  /** An `equal` row is not sent: the earlier one stays. */
  constructor(observer: SetObserver<K, V>, equal: (previous: V, next: V) => boolean = Object.is) {
    this.#observer = observer;
    this.#equal = equal;
  }

  get rows(): ReadonlyMap<K, V> {
    return this.#rows;
  }

  /** Notes the version of an incoming set. */
  causedBy(version: number): void {
    this.#cause = Math.max(this.#cause, version);
  }

  /** Drops all rows: the next set is a reset. */
  restart(): void {
    this.#rows.clear();
    this.#changes = [];
    this.#isReset = true;
  }

  /** Adds or updates a row. */
  show(key: K, value: V): void {
    if (this.#isReset) {
      // No row was sent since the start.
      this.#rows.set(key, value);
      this.#changes.push({ type: 'add', key, value });
      return;
    }
    // The cast holds if the key is present.
    const previous = this.#rows.get(key) as V;
    if (previous === undefined && !this.#rows.has(key)) {
      this.#changes.push({ type: 'add', key, value });
    } else if (this.#equal(previous, value)) {
      return;
    } else {
      this.#changes.push({ type: 'update', key, value, previous });
    }
    this.#rows.set(key, value);
  }

  /** Removes a row, if there is one. */
  hide(key: K): void {
    if (this.#isReset) return;
    const previous = this.#rows.get(key) as V;
    if (this.#rows.delete(key)) this.#changes.push({ type: 'remove', key, previous });
  }

  /** Sends the changes since the last call. `version`: that of the set or commit that caused them. */
  send(version = 0): void {
    this.causedBy(version);
    const [reset, changes] = [this.#isReset, this.#changes];
    if (!reset && changes.length === 0) return;
    const since = this.#version;
    this.#version = this.#next;
    this.#isReset = false;
    this.#changes = [];
    this.#observer.next({ version: this.#version, since, reset, changes });
  }

  /** All rows, as the first set of another observer. It contains changes that are not sent yet. */
  all(): ChangeSet<K, V> {
    const changes = Array.from(
      this.#rows,
      ([key, value]) => ({ type: 'add', key, value }) as const,
    );
    const version = this.#isReset || this.#changes.length > 0 ? this.#next : this.#version;
    return { version, since: version, reset: true, changes };
  }

  /** The version of the next set. */
  get #next(): number {
    return Math.max(this.#cause, this.#version + 1);
  }
}

/**
 * An operator with one input whose result is rows. `start` runs for each reset; it returns the step
 * that shows and hides rows for changes. A reset of the input is a reset of the result.
 */
export function rowsStage<S extends AnyChangeSet, K, V>(
  start: (output: RowsOutput<K, V>) => (changes: S['changes']) => void,
  equal?: (previous: V, next: V) => boolean,
): OperatorFunction<S, ChangeSet<K, V>> {
  return changesStage((subscriber) => {
    const output = new RowsOutput<K, V>(subscriber, equal);
    let step = start(output);
    return ({ reset, version, changes }) => {
      if (reset) {
        output.restart();
        step = start(output);
      }
      step(reset ? changes : withoutMoves(changes));
      output.send(version);
    };
  });
}

/** One subscription to an operator whose rows are made key by key. */
export interface KeyedStage<K, V> {
  /** The rows of the result: the step shows or hides them. */
  readonly output: RowsOutput<K, V>;
  /** Notes the key of a row to make. */
  readonly touch: (key: K) => void;
  /** The inputs so far. */
  readonly inputs: StageInput[];
  /**
   * Adds an input of change sets, and returns its current rows. `touched` is called for each key
   * that may have changed; it touches the keys of the rows made of it.
   */
  readonly rows: <I, R>(
    source: Observable<ChangeSet<I, R>>,
    touched: (key: I) => void,
  ) => KeyMap<I, R>;
  /** Makes the rows of all keys of an input again. */
  readonly makeAll: (input: ReadonlyMap<K, unknown>) => void;
}

/**
 * An operator with several inputs whose result is rows, made key by key: once per commit, the step
 * that `start` returns makes the rows of the dirty keys. A reset of an input becomes ordinary
 * changes.
 */
export function keyedStage<K, V>(
  start: (stage: KeyedStage<K, V>) => (key: K) => void,
): Observable<ChangeSet<K, V>> {
  return stage((subscriber) => {
    const inputs: StageInput[] = [];
    const output = new RowsOutput<K, V>(subscriber);
    const dirty = new KeyMap<K, true>();
    let all: ReadonlyMap<K, unknown> | undefined;

    function rowsOf<I, R>(source: Observable<ChangeSet<I, R>>, touched: (key: I) => void) {
      const rows = new KeyMap<I, R>();
      const input = setsInput(source, (set: ChangeSet<I, R>) => {
        output.causedBy(set.version);
        const gone = set.reset ? [...rows.keys()] : [];
        applyChanges(rows, set);
        for (const key of gone) touched(key);
        for (const { key } of withoutMoves(set.changes)) touched(key);
      });
      inputs.push(input);
      return rows;
    }

    const touch = (key: K): void => void dirty.set(key, true);
    const makeAll = (input: ReadonlyMap<K, unknown>): void => void (all = input);
    const make = start({ output, touch, inputs, rows: rowsOf, makeAll });
    return {
      inputs,
      emit() {
        // Rows that are gone come first, then all others in their order.
        for (const key of all?.keys() ?? []) {
          dirty.delete(key);
          touch(key);
        }
        all = undefined;
        for (const key of dirty.keys()) make(key);
        dirty.clear();
        output.send();
      },
    };
  });
}
