import { Entity } from '../schema/Entity.ts';
import { isEntity } from '../schema/isEntity.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { descriptorOf } from '../../shared/redefine.ts';
import type { EndpointInterface } from './EndpointInterface.ts';
import { namedByFunction } from './namedByFunction.ts';

/**
 * Whether a program has declared the name of an endpoint, or the key of an entity class. URLs and
 * GraphQL documents are declared, names of functions and classes are not: the next build may give
 * them to others. A `key` counts where the endpoint is made, not where it is extended.
 */
export function hasDeclaredName(subject: EndpointInterface | EntityClass): boolean {
  if (isEntity(subject)) {
    return descriptorOf(subject, 'key')?.get !== descriptorOf(Entity, 'key')!.get;
  }
  if (subject.isNamed === false) return false;
  let at: object = subject;
  // Ends at the prototype of functions: endpoints are functions, and it has a name.
  while (!Object.hasOwn(at, 'name')) at = Object.getPrototypeOf(at) as object;
  return !namedByFunction.has(at);
}
