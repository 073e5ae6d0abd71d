import type { All } from '../schema/All.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { INVALID } from '../schema/INVALID.ts';
import type { EntitySource } from './EntitySource.ts';

type VisitKind = EntitySource['forEach'];

/** One row that belongs to an All schema. */
export interface AllMember {
  readonly entity: EntityClass;
  readonly pk: string;
  readonly ordinal: number;
}

/**
 * Says which class of an All schema the rows of `kind` are read with: the only one of the kind, or, where several share it, the one
 * that the attribute names, else the first.
 */
export function memberClasses(schema: All<never>, kind: string): (record: object) => EntityClass {
  const candidates = schema.entities().filter((entity) => entity.key === kind);
  const [first] = candidates as [EntityClass];
  if (candidates.length === 1) return () => first;
  return (record) => {
    const named = schema.mapped(schema.attributeAlone(record));
    return candidates.find((entity) => entity === named) ?? first;
  };
}

/** The rows that belong to an All schema, in insertion order over all its kinds. */
export function allRows(schema: All<never>, visitKind: VisitKind): AllMember[] {
  const rows: AllMember[] = [];
  const kinds = new Set(schema.entities().map((entity) => entity.key));
  for (const kind of kinds) {
    const classOf = memberClasses(schema, kind);
    visitKind(kind, (record, pk, ordinal) => {
      rows.push({ entity: classOf(record), pk, ordinal });
    });
  }
  return kinds.size > 1 ? rows.sort((a, b) => a.ordinal - b.ordinal) : rows;
}

/** The values of an All schema: rows that are removed or not valid are left out. */
export function allMembers(
  schema: All<never>,
  visitKind: VisitKind,
  read: (entity: EntityClass, pk: string) => unknown,
): unknown[] {
  return allRows(schema, visitKind)
    .map(({ entity, pk }) => read(entity, pk))
    .filter((value) => value !== undefined && value !== INVALID);
}
