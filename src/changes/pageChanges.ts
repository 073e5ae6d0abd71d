import { isObservable, map, type Observable, type OperatorFunction } from 'rxjs';
import type { OrderedChangeSet } from './OrderedChangeSet.ts';
import type { Range } from './Range.ts';
import { windowChanges } from './windowChanges.ts';
import type { WindowedChangeSet } from './WindowedChangeSet.ts';

/** A page of a list. */
export interface Page {
  /** The number of the page: a whole number from 1. */
  readonly page: number;
  /** Rows per page: a whole number from 0. */
  readonly size: number;
}

/**
 * One page of a sorted list: {@link windowChanges} by page number. A page after the last one is
 * empty.
 *
 * @example
 * ```ts
 * const page$ = new BehaviorSubject({ page: 1, size: 20 });
 * const shown$ = changes(store, Todo).pipe(sortChanges(byDate), pageChanges(page$), asArray());
 * ```
 */
export function pageChanges<K, V>(
  page: Page | Observable<Page>,
): OperatorFunction<OrderedChangeSet<K, V>, WindowedChangeSet<K, V>> {
  return windowChanges(isObservable(page) ? page.pipe(map(rangeOf)) : rangeOf(page));
}

function rangeOf({ page, size }: Page): Range {
  return { offset: (page - 1) * size, limit: size };
}
