import { map, type OperatorFunction } from 'rxjs';
import { DEVELOPMENT } from '../shared/development.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { asMap } from './asMap.ts';

/**
 * The rows as an object by key, without a prototype. A new object only if a row changed; emitted
 * objects are never changed (frozen in development). Costs a copy of all rows per emission: `asMap`
 * does not.
 *
 * @example
 * ```ts
 * const users$ = changes(store, User).pipe(asRecord());
 * ```
 */
export function asRecord<V>(): OperatorFunction<ChangeSet<string, V>, Readonly<Record<string, V>>> {
  return (source) => source.pipe(asMap(), map(recordOf));
}

function recordOf<V>(rows: ReadonlyMap<string, V>): Readonly<Record<string, V>> {
  // Without a prototype, `__proto__` is a key like any other.
  const record = Object.create(null) as Record<string, V>;
  for (const [key, value] of rows) record[key] = value;
  return DEVELOPMENT ? Object.freeze(record) : record;
}
