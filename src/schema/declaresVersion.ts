import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';

/** Whether a class decides itself which of two records is newer. */
export function declaresVersion(entity: EntityClass): boolean {
  // The cast holds: entity classes extend Entity. A class that does not has other methods.
  const steps = entity as unknown as typeof Entity;
  return steps.shouldReorder !== Entity.shouldReorder || steps.shouldUpdate !== Entity.shouldUpdate;
}
