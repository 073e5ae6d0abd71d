import type { Observable } from 'rxjs';
import type { AnyObservable } from '../../kernel/requests/toObservable.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { KeyMap } from './KeyMap.ts';
import { RowsOutput } from './RowsOutput.ts';
import { stage } from './stage.ts';

/**
 * Change sets of lists from any source: each list is compared with the previous one, by key and by
 * reference of the rows. Costs as much as the list has rows. The order of the list is ignored. Two
 * rows with one key are an error: `SB_ROWS_KEY`.
 *
 * @example
 * ```ts
 * const quotes$ = fromRows(listOfQuotes$, (quote) => quote.symbol).pipe(sortChanges(byPrice), asArray());
 * ```
 */
export function fromRows<K, V>(
  rows$: AnyObservable<Iterable<V>>,
  key: (row: V) => K,
): Observable<ChangeSet<K, V>> {
  return stage((subscriber) => {
    const output = new RowsOutput<K, V>(subscriber);
    let version = 0;
    let rows: KeyMap<K, V>;
    return {
      inputs: [{ source: rows$, take: (list: Iterable<V>) => (rows = byKey(list, key)) }],
      emit() {
        for (const shown of output.rows.keys()) if (!rows.has(shown)) output.hide(shown);
        for (const [rowKey, row] of rows) output.show(rowKey, row);
        output.send(++version);
      },
    };
  });
}

function byKey<K, V>(list: Iterable<V>, keyOf: (row: V) => K): KeyMap<K, V> {
  const rows = new KeyMap<K, V>();
  for (const row of list) {
    const key = keyOf(row);
    if (rows.has(key)) {
      throw new StreambedError('SB_ROWS_KEY', `Two rows of a list have the key ${String(key)}.`);
    }
    rows.set(key, row);
  }
  return rows;
}
