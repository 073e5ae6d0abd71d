import type { TableReader } from '../table/TableReader.ts';
import { placeOf } from './StreamRegistry.ts';

/** The keys that endpoints of different schemas share, with the separate keys of each schema. */
export function sharedKeys(table: TableReader): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const [key] of table.results()) {
    const [own, number] = placeOf(key);
    if (number > 0) shared.add(own).add(key);
  }
  return shared;
}
