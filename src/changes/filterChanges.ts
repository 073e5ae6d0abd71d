import { isObservable, type Observable, type OperatorFunction } from 'rxjs';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { changesInput } from './changesInput.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { ChangesReply } from './ChangesReply.ts';
import { changesStage } from './changesStage.ts';
import { InputRows } from './InputRows.ts';
import { inputsStage } from './inputsStage.ts';
import { isOnlyMove } from './isOnlyMove.ts';
import { parameterInput } from './parameterInput.ts';
import type { Predicate } from './Predicate.ts';

/**
 * The rows for which the predicate is true. It is called once per changed row. A stream of
 * predicates: each predicate tests all rows again, and one set with the rows added and removed is
 * sent. Nothing is emitted before the first predicate, so the stream should emit one on
 * subscription. If the predicate throws, the pipeline fails; `retry()` starts anew.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done));
 * ```
 */
export function filterChanges<K, V>(
  predicate: Predicate<K, V> | Observable<Predicate<K, V>>,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return isObservable(predicate) ? filterByStream(predicate) : filterBy(predicate);
}

function filterBy<K, V>(
  predicate: Predicate<K, V>,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return changesStage((subscriber) => {
    const output = new ChangesOutput<K, V>(subscriber);
    const inside = new Set<K>();
    return (set) => {
      if (set.reset) inside.clear();
      const changes: Change<K, V>[] = [];
      for (const change of set.changes) {
        if (isOnlyMove(change)) continue;
        const { key } = change;
        const was = inside.has(key);
        const is = change.type !== 'remove' && predicate(change.value, key);
        if (is && !was) inside.add(key);
        if (was && !is) inside.delete(key);
        if (is || was) changes.push(crossing(change, was, is));
      }
      output.send(set.reset, set.version, changes);
    };
  });
}

/** What a change means for the rows inside. */
function crossing<K, V>(change: Change<K, V>, was: boolean, is: boolean): Change<K, V> {
  if (change.type !== 'update' || (was && is)) return change;
  const { key, value, previous } = change;
  return is ? { type: 'add', key, value } : { type: 'remove', key, previous };
}

function filterByStream<K, V>(
  predicate$: Observable<Predicate<K, V>>,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  return (source) =>
    inputsStage((subscriber) => {
      const reply = new ChangesReply<K, V>(subscriber);
      const input = new InputRows<K, V>();
      const dirty = new Set<K>();
      let predicate: Predicate<K, V>;
      let isNewPredicate = true;

      function test(key: K): void {
        // The cast holds if the key is present.
        const value = input.get(key) as V;
        if (input.has(key) && predicate(value, key)) reply.show(key, value);
        else reply.hide(key);
      }

      return {
        inputs: [
          changesInput(source, (set) => {
            reply.causedBy(set.version);
            input.apply(set, (key) => dirty.add(key));
          }),
          parameterInput(predicate$, (next) => {
            predicate = next;
            isNewPredicate = true;
          }),
        ],
        emit() {
          for (const key of dirty) {
            if (!isNewPredicate || !input.has(key)) test(key);
          }
          if (isNewPredicate) for (const key of input.keys()) test(key);
          isNewPredicate = false;
          dirty.clear();
          reply.send();
        },
      };
    });
}
