import type { DenormalizeNullable } from '../schema/DenormalizeNullable.ts';
import { INVALID } from '../schema/INVALID.ts';
import { DenormalizeWalk } from './DenormalizeWalk.ts';
import { type EntityMaps, mapSource } from './entityMaps.ts';

/**
 * Turns the result of {@link normalize} back into values: entities are instances, each made once.
 * `undefined` if an entity that the schema needs is missing.
 */
export function denormalize<S>(
  schema: S,
  result: unknown,
  entities: EntityMaps,
  args: readonly unknown[] = [],
): DenormalizeNullable<S> {
  const value = new DenormalizeWalk(mapSource(entities), args).unvisit(schema, result);
  // The cast holds: DenormalizeNullable<S> describes what schemas read.
  return (value === INVALID ? undefined : value) as DenormalizeNullable<S>;
}
