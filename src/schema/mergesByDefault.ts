import { Entity } from './Entity.ts';
import type { EntityClass } from './Schema.ts';

/**
 * Whether the class merges records by the rules of {@link Entity} and overrides no step. Checked
 * for each response, because tests replace methods.
 */
export function mergesByDefault(entity: EntityClass): boolean {
  // The cast holds: entity classes extend Entity. A class that does not has other methods.
  const steps = entity as unknown as typeof Entity;
  return (
    steps.merge === Entity.merge &&
    steps.mergeWithStore === Entity.mergeWithStore &&
    steps.mergeMetaWithStore === Entity.mergeMetaWithStore &&
    steps.shouldUpdate === Entity.shouldUpdate &&
    steps.shouldReorder === Entity.shouldReorder
  );
}

/** Whether a class decides itself which of two records is newer. */
export function declaresVersion(entity: EntityClass): boolean {
  // The cast holds: entity classes extend Entity. A class that does not has other methods.
  const steps = entity as unknown as typeof Entity;
  return steps.shouldReorder !== Entity.shouldReorder || steps.shouldUpdate !== Entity.shouldUpdate;
}
