import type { EntityClass } from '../schema/EntityClass.ts';
import { INVALID } from '../schema/INVALID.ts';
import type { AllEntities } from '../schema/Schema.ts';
import type { EntitySource } from './EntitySource.ts';

type VisitKind = EntitySource['forEach'];

/** One row that belongs to a list of all entities. */
export interface AllMember {
  readonly entity: EntityClass;
  readonly pk: string;
  readonly ordinal: number;
}

/** The kinds of a list of all entities. */
export function kindsOf(list: AllEntities): Set<string> {
  return new Set(list.entities().map((entity) => entity.key));
}

/** The rows that belong to a list of all entities, in insertion order over all its kinds. */
export function allRows(list: AllEntities, visitKind: VisitKind): AllMember[] {
  const rows: AllMember[] = [];
  const kinds = kindsOf(list);
  for (const kind of kinds) {
    const classOf = list.classOf(kind);
    visitKind(kind, (record, pk, ordinal) => {
      rows.push({ entity: classOf(record), pk, ordinal });
    });
  }
  return kinds.size > 1 ? rows.sort((a, b) => a.ordinal - b.ordinal) : rows;
}

/** The values of a list of all entities: rows that are removed or not valid are left out. */
export function allMembers(
  list: AllEntities,
  visitKind: VisitKind,
  read: (entity: EntityClass, pk: string) => unknown,
): unknown[] {
  return allRows(list, visitKind)
    .map(({ entity, pk }) => read(entity, pk))
    .filter((value) => value !== undefined && value !== INVALID);
}
