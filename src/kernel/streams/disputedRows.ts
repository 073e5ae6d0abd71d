import { withLists } from '../commits/followRows.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { StreamRegistry } from './StreamRegistry.ts';

/**
 * The rows of conflicts that reads in flight are to bring, and the lists that may lack them. This store
 * shows them as valid until then. Another store that gets its data has no such read: there they are stale.
 */
export function disputedRows(
  { byKey }: Pick<StreamRegistry, 'byKey'>,
  state: EntityTable,
): EntityKeySet {
  const rows = new EntityKeySet();
  for (const { reads } of byKey.values()) {
    const own = reads?.openRows();
    if (!own || own.isEmpty) continue;
    withLists(state, own).forEach((key, pk) => {
      // A list may be newer than the conflict.
      if (state.meta(key, pk)!.seq <= reads!.disputedSeq) rows.add(key, pk);
    });
  }
  return rows;
}
