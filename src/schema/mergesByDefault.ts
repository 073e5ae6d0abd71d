import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';

/**
 * Whether records of the class are merged by the rules of {@link Entity}, without a step that the class overrides. Looked up anew for each
 * answer, because tests replace methods.
 */
export function mergesByDefault(entity: EntityClass): boolean {
  // The cast holds: entity classes extend Entity; of any that do not, the methods are others.
  const steps = entity as unknown as typeof Entity;
  return (
    steps.merge === Entity.merge &&
    steps.mergeWithStore === Entity.mergeWithStore &&
    steps.mergeMetaWithStore === Entity.mergeMetaWithStore &&
    steps.shouldUpdate === Entity.shouldUpdate &&
    steps.shouldReorder === Entity.shouldReorder
  );
}
