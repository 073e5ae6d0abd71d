import { ObjectSchema } from '../schema/ObjectSchema.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';

/** What {@link listIn} looks for: `schema.Collection`, known by its members, so that endpoints without one do not carry it along. */
export interface ListSchema {
  readonly schema: unknown;
  readonly push: unknown;
  readonly unshift: unknown;
  readonly assign: unknown;
  readonly remove: unknown;
  readonly move: unknown;
  readonly getPage: unknown;
  paginated(cursor: string | ((...args: never[]) => readonly unknown[])): unknown;
}

/** The first collection in a schema: itself, or a member of objects; `undefined` without one. */
export function listIn(schema: unknown, seen = new Set<unknown>()): ListSchema | undefined {
  if (isList(schema)) return schema;
  // Objects may be members of themselves.
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  for (const member of Object.values(membersOf(schema))) {
    const found = listIn(member, seen);
    if (found) return found;
  }
  return undefined;
}

/** The schema with `part` in place of its first collection. */
export function withListAs(schema: unknown, part: unknown): unknown {
  if (isList(schema)) return part;
  const members = membersOf(schema);
  const name = Object.keys(members).find((candidate) => listIn(members[candidate]));
  if (name === undefined) return schema;
  const replaced = { ...members, [name]: withListAs(members[name], part) };
  return schema instanceof ObjectSchema ? new ObjectSchema(replaced) : replaced;
}

function isList(schema: unknown): schema is ListSchema {
  return typeof schema === 'object' && schema !== null && 'paginated' in schema;
}

/** Of `{ … }` and `new schema.Object({ … })`. */
function membersOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (schema instanceof ObjectSchema) return schema.schema;
  return isPlainObject(schema) ? schema : {};
}
