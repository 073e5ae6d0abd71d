import { Entity } from '../schema/Entity.ts';
import { isEntity } from '../schema/isEntity.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { descriptorOf } from '../../shared/redefine.ts';
import type { EndpointInterface } from './EndpointInterface.ts';
import { namedByFunction } from './namedByFunction.ts';

/**
 * Whether a program has declared the name of an endpoint, or the key of an entity class. URLs and
 * GraphQL documents are declared, names of functions and classes are not: the next build may give
 * them to others.
 */
export function isNamed(named: EndpointInterface | EntityClass): boolean {
  const isOfEntity = isEntity(named);
  if (isOfEntity) return descriptorOf(named, 'key')?.get !== descriptorOf(Entity, 'key')!.get;
  if (named.isNamed === false) return false;
  let at: object = named;
  // The end of the chain has no name of its own, and is in no set.
  while (!Object.hasOwn(at, 'name')) at = Object.getPrototypeOf(at) as object;
  return !namedByFunction.has(at);
}
