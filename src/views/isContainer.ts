import { isEntity } from '../schema/isEntity.ts';
import { ObjectSchema } from '../schema/ObjectSchema.ts';
import { Polymorphic } from '../schema/Polymorphic.ts';
import type { SchemaMethods } from '../schema/Schema.ts';

/** Whether a schema reads its members for their place only, whatever they are. Schemas of one's own may look at them. */
export function isContainer(schema: SchemaMethods): boolean {
  if (!(schema instanceof Polymorphic)) {
    return schema.denormalize === ObjectSchema.prototype.denormalize || isCollection(schema);
  }
  // By the prototype next to that of all: an import of each class would put all of them into every bundle.
  let own: object = schema;
  while (Object.getPrototypeOf(own) instanceof Polymorphic)
    own = Object.getPrototypeOf(own) as object;
  return schema.kind !== 'Invalidate' && (own as SchemaMethods).denormalize === schema.denormalize;
}

/** Likewise by its shape. */
function isCollection(schema: object): boolean {
  return 'row' in schema && isEntity(schema.row) && 'inner' in schema;
}
