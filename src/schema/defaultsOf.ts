import { DEVELOPMENT } from '../shared/development.ts';

const known = new WeakMap<object, object>();

/** An instance of a class without data: the defaults of its fields. One per class. */
export function defaultsOf(entity: abstract new (...args: never[]) => object): object {
  let defaults = known.get(entity);
  if (!defaults) {
    // Abstract classes can be constructed at run time.
    defaults = new (entity as unknown as new () => object)();
    known.set(entity, DEVELOPMENT ? Object.freeze(defaults) : defaults);
  }
  return defaults;
}
