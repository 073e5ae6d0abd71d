import { All } from '../schema/All.ts';
import { ArraySchema } from '../schema/ArraySchema.ts';
import { isEntity } from '../schema/isEntity.ts';
import { ObjectSchema } from '../schema/ObjectSchema.ts';
import type { SchemaMethods } from '../schema/Schema.ts';
import { Union } from '../schema/Union.ts';
import { Values } from '../schema/Values.ts';

const CONTAINERS = [All, ArraySchema, ObjectSchema, Union, Values];

/** Whether a schema reads its members for their place only, whatever they are. Schemas of one's own may look at them. */
export function isContainer(schema: SchemaMethods): boolean {
  const isKnown = CONTAINERS.some(({ prototype }) => schema.denormalize === prototype.denormalize);
  return isKnown || isCollection(schema);
}

/** By its shape: an import would put collections into every bundle. */
function isCollection(schema: object): boolean {
  return 'row' in schema && isEntity(schema.row) && 'inner' in schema;
}
