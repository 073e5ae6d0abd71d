import type { Observable } from 'rxjs';
import { SB_ROWS_KEY } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { ChangesReply } from './ChangesReply.ts';
import { inputsStage } from './inputsStage.ts';

/**
 * Change sets of lists from elsewhere: each list is compared with the one before it, by key and by reference of the rows. Costs as much as the list has
 * rows. Their order in the list says nothing. Two rows of one key are an error.
 *
 * @example
 * ```ts
 * const quotes$ = fromRows(listOfQuotes$, (quote) => quote.symbol).pipe(sortChanges(byPrice), asArray());
 * ```
 */
export function fromRows<K, V>(
  rows$: Observable<Iterable<V>>,
  key: (row: V) => K,
): Observable<ChangeSet<K, V>> {
  return inputsStage((subscriber) => {
    const reply = new ChangesReply<K, V>(subscriber);
    let version = 0;
    let rows: Map<K, V>;
    return {
      inputs: [{ source: rows$, take: (list) => (rows = byKey(list as Iterable<V>, key)) }],
      emit() {
        for (const gone of reply.keys()) if (!rows.has(gone)) reply.hide(gone);
        for (const [of, row] of rows) reply.show(of, row);
        reply.causedBy(++version);
        reply.send();
      },
    };
  });
}

function byKey<K, V>(list: Iterable<V>, keyOf: (row: V) => K): Map<K, V> {
  const rows = new Map<K, V>();
  for (const row of list) {
    const key = keyOf(row);
    if (rows.has(key)) {
      throw new StreambedError(SB_ROWS_KEY, `Two rows of a list have the key ${String(key)}.`);
    }
    rows.set(key, row);
  }
  return rows;
}
