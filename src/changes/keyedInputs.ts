import type { Observable } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { changesInput } from './changesInput.ts';
import { ChangesReply } from './ChangesReply.ts';
import { InputRows } from './InputRows.ts';
import { inputsStage } from './inputsStage.ts';

/** Merges several streams key by key: `choose` returns the input that gives the row, if any. */
export function keyedInputs<K, V>(
  sources: readonly Observable<ChangeSet<K, V>>[],
  choose: (inputs: readonly InputRows<K, V>[], key: K) => InputRows<K, V> | undefined,
): Observable<ChangeSet<K, V>> {
  return inputsStage((subscriber) => {
    const reply = new ChangesReply<K, V>(subscriber);
    const rows = sources.map(() => new InputRows<K, V>());
    const dirty = new Set<K>();
    return {
      inputs: sources.map((source, index) =>
        changesInput(source, (set) => {
          reply.causedBy(set.version);
          rows[index].apply(set, (key) => dirty.add(key));
        }),
      ),
      emit() {
        for (const key of dirty) {
          const chosen = choose(rows, key);
          // The cast holds: the chosen input has the key.
          if (chosen) reply.show(key, chosen.get(key) as V);
          else reply.hide(key);
        }
        dirty.clear();
        reply.send();
      },
    };
  });
}
