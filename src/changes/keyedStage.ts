import type { Observable } from 'rxjs';
import { applyChanges, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { inOrder } from './changesStage.ts';
import { inputsStage, parameterInput, type StageInput } from './inputsStage.ts';
import { RowsOutput } from './RowsOutput.ts';

/** One subscription to an operator whose rows are made key by key. */
export interface KeyedStage<K, V> {
  /** The rows of the result: the step shows or hides them. */
  readonly output: RowsOutput<K, V>;
  /** The keys of the rows to make. */
  readonly dirty: Set<K>;
  /**
   * Adds an input of change sets, and returns its current rows. `touched` is called for each key
   * that may have changed; it marks the keys of the rows made of it as dirty.
   */
  readonly rows: <I, R>(
    source: Observable<ChangeSet<I, R>>,
    touched: (key: I) => void,
  ) => ReadonlyMap<I, R>;
  /** Adds an input that all rows of `rows` depend on. */
  readonly parameter: <P>(
    source: Observable<P>,
    rows: ReadonlyMap<K, unknown>,
    take: (value: P) => void,
  ) => void;
}

/**
 * An operator with several inputs whose result is rows, made key by key: once per commit, the step
 * that `start` returns makes the rows of the dirty keys. A reset of an input becomes ordinary
 * changes.
 */
export function keyedStage<K, V>(
  start: (stage: KeyedStage<K, V>) => (key: K) => void,
): Observable<ChangeSet<K, V>> {
  return inputsStage((subscriber) => {
    const inputs: StageInput[] = [];
    const output = new RowsOutput<K, V>(subscriber);
    const dirty = new Set<K>();
    /** Rows that a new parameter makes anew. */
    let all: ReadonlyMap<K, unknown> | undefined;

    const make = start({
      output,
      dirty,
      rows<I, R>(source: Observable<ChangeSet<I, R>>, touched: (key: I) => void) {
        const rows = new Map<I, R>();
        const take = inOrder((set: ChangeSet<I, R>) => {
          output.causedBy(set.version);
          const gone = set.reset ? [...rows.keys()] : [];
          applyChanges(rows, set);
          for (const key of gone) touched(key);
          for (const { key } of withoutMoves(set.changes)) touched(key);
        });
        inputs.push({ source, take });
        return rows;
      },
      parameter(source, rows, take) {
        inputs.push(
          parameterInput(source, (value) => {
            take(value);
            all = rows;
          }),
        );
      },
    });

    return {
      inputs,
      emit() {
        // Rows that are gone come first, then all others in their order.
        for (const key of all?.keys() ?? []) {
          dirty.delete(key);
          dirty.add(key);
        }
        all = undefined;
        for (const key of dirty) make(key);
        dirty.clear();
        output.send();
      },
    };
  });
}
