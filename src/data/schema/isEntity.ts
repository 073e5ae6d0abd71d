import { StreambedError } from '../../shared/StreambedError.ts';
import { nameOfShape } from './nameOfShape.ts';
import type { EntityClass } from './Schema.ts';

/** True for entity classes: functions with a static `pk`. */
export function isEntity(schema: unknown): schema is EntityClass {
  return typeof schema === 'function' && 'pk' in schema;
}

/** Throws `SB_SCHEMA_EXPECTED` for a value that is no schema, such as an endpoint or `undefined`. */
export function assertSchema(schema: unknown): void {
  if ((typeof schema === 'object' && schema !== null) || isEntity(schema)) return;
  throw new StreambedError(
    'SB_SCHEMA_EXPECTED',
    `Got ${nameOfShape(schema)} in place of a schema.`,
  );
}
