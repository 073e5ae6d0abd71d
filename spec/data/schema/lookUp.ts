import type { EntityMaps } from '../../../src/data/normalize/entityMaps.ts';
import { isEntity } from '../../../src/data/schema/isEntity.ts';
import { resolveSchema } from '../../../src/data/schema/resolveSchema.ts';
import type { QueryDelegate } from '../../../src/data/schema/Schema.ts';

/** The stored form that a schema finds in `entities`, and whether the result is complete. */
export function lookUp(schema: unknown, args: readonly unknown[], entities: EntityMaps) {
  let complete = true;
  const delegate: QueryDelegate = {
    queryKey(inner, innerArgs) {
      if (isEntity(inner)) return inner.queryKey(innerArgs, delegate);
      return typeof inner === 'function'
        ? undefined
        : resolveSchema(inner).queryKey(innerArgs, delegate);
    },
    hasEntity: (kind, pk) => entities.get(kind)?.has(pk) ?? false,
    getEntity: (kind, pk) => entities.get(kind)?.get(pk),
    hasKind: (kind) => entities.has(kind),
    findPk(kind, field, value) {
      const rows = [...(entities.get(kind) ?? [])];
      return rows.find(([, record]) => (record as Record<string, unknown>)[field] === value)?.[0];
    },
    markIncomplete() {
      complete = false;
    },
    lacksMember: false,
  };
  const stored = delegate.queryKey(schema, args);
  return { stored, complete };
}
