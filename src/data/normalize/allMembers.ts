import type { AllEntities, EntityClass } from '../schema/Schema.ts';
import type { EntitySource } from './EntitySource.ts';

type VisitRecords = EntitySource['forEach'];

/** One row of a list of all entities. */
export interface AllMember {
  readonly entity: EntityClass;
  readonly pk: string;
  readonly ordinal: number;
}

/** The entity keys of a list of all entities. */
export function kindsOf(list: AllEntities): Set<string> {
  return new Set(list.entities().map((entity) => entity.key));
}

/** The rows of a list of all entities, in insertion order across all its entity keys. */
export function allRows(list: AllEntities, visitRecords: VisitRecords): AllMember[] {
  const rows: AllMember[] = [];
  const entityKeys = kindsOf(list);
  for (const entityKey of entityKeys) {
    const classOf = list.classOf(entityKey);
    visitRecords(entityKey, (record, pk, ordinal) => {
      rows.push({ entity: classOf(record), pk, ordinal });
    });
  }
  return entityKeys.size > 1 ? rows.sort((a, b) => a.ordinal - b.ordinal) : rows;
}
