import { isEntity } from '../../data/schema/isEntity.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { GQLError } from './GQLNetworkError.ts';

type Members = Record<string, unknown>;

/**
 * The data of a response without what its errors made null: a server sends `null` for a field that
 * fails, or for the next nullable field or list member around it. Entities would take that null for
 * a value, so the member of the nearest entity is left out, and the store keeps the one it has.
 * Outside of entities the null stays. Copies what it changes.
 */
export function withoutFailed(
  data: unknown,
  errors: readonly GQLError[],
  schema: unknown,
): unknown {
  const copies = new Map<object, object>();
  const own = <T extends object>(value: T): T => {
    // The casts hold: a copy has the form of the original.
    const copy =
      copies.get(value) ?? (Array.isArray(value) ? [...(value as unknown[])] : { ...value });
    copies.set(value, copy).set(copy, copy);
    return copy as T;
  };
  let whole = data;
  for (const { path = [] } of errors) {
    let part = schema;
    let at = whole;
    /** Where the nearest entity has the failed member. */
    let depth = -1;
    for (let length = 0; length < path.length && typeof at === 'object' && at; length++) {
      const isRecord = length > 0 && schema && isPlainObject(at);
      if (isRecord && (isEntity(part) || Object.hasOwn(at, 'id'))) depth = length;
      part = partOf(part, path[length]);
      at = (at as Members)[path[length]];
    }
    if (at !== null || depth < 0) continue;
    let owner = own(whole as Members);
    whole = owner;
    // The cast holds: the path was followed to the end of it above.
    for (const name of path.slice(0, depth)) owner = owner[name] = own(owner[name] as Members);
    delete owner[path[depth]];
  }
  return whole;
}

/** The schema of a member, as far as it is declared; unions are not followed. */
function partOf(schema: unknown, name: string | number): unknown {
  const inner =
    Array.isArray(schema) || isPlainObject(schema)
      ? schema
      : (schema as { schema?: unknown } | undefined)?.schema;
  if (Array.isArray(inner)) return inner[0];
  if (typeof name === 'number' || isEntity(inner)) return inner;
  return isPlainObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
}
