import type { TableReader } from '../table/TableReader.ts';

/** Separates an endpoint key from its schema number. A URL cannot contain it. */
const MARK = '\u0000';

/** The key of an endpoint with the given schema number; 0: the key itself. */
export function keyAt(own: string, number: number): string {
  return number === 0 ? own : `${own}${MARK}${number}`;
}

/** A key without its schema number, and that number. */
export function placeOf(key: string): [own: string, number: number] {
  const [own = key, number = 0] = key.split(MARK);
  return [own, Number(number)];
}

/** The keys that endpoints of different schemas share, with the separate keys of each schema. */
export function sharedKeys(table: TableReader): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const [key] of table.results()) {
    const [own, number] = placeOf(key);
    if (number > 0) shared.add(own).add(key);
  }
  return shared;
}
