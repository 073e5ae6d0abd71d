import { Entity } from './Entity.ts';
import type { EntityClass } from './Schema.ts';

/**
 * Whether the class merges records by the rules of {@link Entity} and overrides no step. Checked
 * for each response, because tests replace methods.
 */
export function mergesByDefault(entity: EntityClass): boolean {
  return (
    inherits(entity, 'merge', 'mergeWithStore', 'mergeMetaWithStore') && !declaresVersion(entity)
  );
}

/** Whether a class decides itself which of two records is newer. */
export function declaresVersion(entity: EntityClass): boolean {
  return !inherits(entity, 'shouldReorder', 'shouldUpdate');
}

function inherits(entity: EntityClass, ...steps: readonly (keyof typeof Entity)[]): boolean {
  // The cast holds: entity classes extend Entity. A class that does not has other methods.
  return steps.every((step) => (entity as unknown as typeof Entity)[step] === Entity[step]);
}
