import { EntityTable } from '../../kernel/table/EntityTable.ts';

/** What reads of a table look up. */
export class Looked {
  /** The pks that were looked up, by entity key. */
  readonly rows = new Map<string, Set<string>>();
  /** The entity keys whose rows were all read. */
  readonly kinds = new Set<string>();

  /** The same table, for reads that are noted. */
  watch({ lineage, kinds, level, lastOrdinal, slots, epoch }: EntityTable): EntityTable {
    const table = new EntityTable(lineage, kinds, level, lastOrdinal, slots, epoch);
    for (const name of ['get', 'meta', 'renamedTo'] as const) {
      note(table, name, (kind, pk) => {
        // Renames are followed from the empty pk.
        if (pk !== '') this.rows.set(kind, (this.rows.get(kind) ?? new Set()).add(pk));
      });
    }
    for (const name of ['find', 'search', 'hasAll', 'hasRows', 'forEach', 'entries'] as const) {
      note(table, name, (kind) => this.kinds.add(kind));
    }
    return table;
  }
}

/** Calls `run` before each call of a method, whose first arguments are an entity key and a pk. */
function note(
  table: EntityTable,
  name: keyof EntityTable,
  run: (kind: string, pk: string) => void,
): void {
  // The cast holds: the names are those of methods.
  const method = table[name] as (...args: unknown[]) => unknown;
  Object.defineProperty(table, name, {
    value: (kind: string, pk: string, ...rest: unknown[]) => {
      run(kind, pk);
      return method.call(table, kind, pk, ...rest);
    },
  });
}
