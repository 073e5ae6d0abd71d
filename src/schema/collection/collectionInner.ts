import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { ArraySchema } from '../ArraySchema.ts';
import type { CollectionInner } from './CollectionRow.ts';
import { isEntity } from '../isEntity.ts';
import { nameOfShape } from '../nameOfShape.ts';
import { resolveSchema } from '../resolveSchema.ts';
import { Values } from '../Values.ts';

/**
 * The schema of the members of a collection. Throws `SB_SCHEMA_INVALID` if they are no entities.
 */
export function collectionInner(schema: unknown): CollectionInner {
  const isObject = typeof schema === 'object' && schema !== null;
  const inner = isObject ? resolveSchema(schema) : undefined;
  if (!(inner instanceof ArraySchema) && !(inner instanceof Values)) {
    const hint = DEVELOPMENT && isEntity(schema) ? `: did you mean [${schema.key}]?` : '';
    const got = isEntity(schema) ? `the entity ${schema.key}${hint}` : nameOfShape(schema);
    throw invalidCollection(`takes [Entity], schema.Array or schema.Values, got ${got}`);
  }
  if ('lensOf' in resolveSchema(inner.schema)) {
    const hint = DEVELOPMENT
      ? ': for columns use [scalar] or new schema.Values(scalar), or make the scalar a member of an entity'
      : '';
    throw invalidCollection(`holds entities${hint}`);
  }
  checkEntities(inner.entities());
  return inner;
}

/** Throws unless all are entity classes. */
export function checkEntities(candidates: readonly unknown[]): void {
  if (!candidates.every(isEntity)) {
    throw invalidCollection('holds entities, or a mapping of entities with a schemaAttribute');
  }
}

/** The error of an invalid collection. */
export function invalidCollection(what: string): StreambedError {
  return new StreambedError('SB_SCHEMA_INVALID', `schema.Collection ${what}.`);
}
