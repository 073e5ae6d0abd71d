import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';

/** Whether a class says by itself which of two records is the newer one. */
export function declaresVersion(entity: EntityClass): boolean {
  // The cast holds: entity classes extend Entity; of any that do not, the methods are others.
  const steps = entity as unknown as typeof Entity;
  return steps.shouldReorder !== Entity.shouldReorder || steps.shouldUpdate !== Entity.shouldUpdate;
}
