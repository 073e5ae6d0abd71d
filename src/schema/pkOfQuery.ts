import { Entity } from './Entity.ts';
import { entityPlan } from './entityPlan.ts';
import { isEntity } from './isEntity.ts';
import { pkOfArgument } from './pkOfArgument.ts';

/** The primary key that a look-up names, where nothing in the cache can make it another one: an entity by its primary key alone. */
export function pkOfQuery(schema: unknown, args: readonly unknown[]): string | undefined {
  if (!isEntity(schema) || schema.queryKey !== Entity.queryKey) return undefined;
  const { nested } = entityPlan(schema);
  if (nested.some(({ owned }) => owned && 'queryMember' in owned)) return undefined;
  const [asked] = args;
  const mayUseIndex = typeof asked === 'object' && schema.indexes.length > 0;
  return mayUseIndex ? undefined : pkOfArgument(schema, asked, args);
}
