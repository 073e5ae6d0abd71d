import { isEntity } from './isEntity.ts';
import type { EntityClass } from './Schema.ts';

/** Visits the classes that a schema contains. `seen`: the schemas that were visited before. */
export function forEachEntity(
  schema: unknown,
  seen: Pick<WeakSet<object>, 'has' | 'add'>,
  visit: (entity: EntityClass) => void,
  visitOther?: (schema: object) => void,
): void {
  if (!schema || !/^(object|function)$/.test(typeof schema) || seen.has(schema)) return;
  seen.add(schema);
  if (isEntity(schema)) {
    visit(schema);
    forEachEntity(schema.schema, seen, visit, visitOther);
  } else if (typeof schema === 'object') {
    visitOther?.(schema);
    // Schemas hold the ones that they are made of in members.
    for (const member of Object.values(schema)) forEachEntity(member, seen, visit, visitOther);
  }
}
