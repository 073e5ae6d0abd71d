import type { EntityClass } from './Schema.ts';

/** True for entity classes: functions with a static `pk`. */
export function isEntity(schema: unknown): schema is EntityClass {
  return typeof schema === 'function' && 'pk' in schema;
}
