import type { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';

/** A mapping from the value of an attribute to the entity class that holds such items. */
export type EntityMapping = { readonly [attribute: string]: EntityClass };

/** The union of the instances of a mapping. */
export type MappedInstance<M extends EntityMapping> = M[keyof M] extends {
  readonly prototype: infer I;
}
  ? I
  : Entity;

/**
 * Chooses the schema of an item from a mapping: the name of the member that holds the mapping's
 * key, or a function of the item, the object that contains the array, and the array's member name.
 */
export type SchemaAttribute<M extends EntityMapping> =
  | (string & keyof MappedInstance<M>)
  | ((value: MappedInstance<M>, parent: unknown, key: string) => string);
