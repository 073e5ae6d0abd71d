/** A function that inherits the members of an endpoint. */
interface Callable {
  (...args: unknown[]): unknown;
  readonly name: string;
  fetch(...args: unknown[]): unknown;
}

/** Returns a function with the given prototype. It calls its own `fetch`, with itself as `this`. */
export function makeCallable(prototype: object): Callable {
  // The cast holds: every prototype is an endpoint or an endpoint class and has `fetch`.
  const callable = ((...args: unknown[]) => callable.fetch(...args)) as Callable;
  // Own `name` and `length` would hide those of the prototype.
  Reflect.deleteProperty(callable, 'name');
  Reflect.deleteProperty(callable, 'length');
  return Object.setPrototypeOf(callable, prototype) as Callable;
}
