import { Entity } from './Entity.ts';
import { entityPlan } from './entityPlan.ts';
import { isEntity } from './isEntity.ts';
import { pkOfArgument } from './usablePk.ts';

/**
 * The primary key of a look-up, if it does not depend on the cache: that of an entity by its
 * primary key alone.
 */
export function pkOfQuery(schema: unknown, args: readonly unknown[]): string | undefined {
  if (!isEntity(schema) || schema.queryKey !== Entity.queryKey) return undefined;
  const { nested } = entityPlan(schema);
  if (nested.some(({ owned }) => owned && 'queryMember' in owned)) return undefined;
  const [lookup] = args;
  const mayUseIndex = typeof lookup === 'object' && schema.indexes.length > 0;
  return mayUseIndex ? undefined : pkOfArgument(schema, lookup, args);
}
