/** What {@link makeCallable} makes: a function with whatever its prototype has. */
interface Callable {
  (...args: unknown[]): unknown;
  readonly name: string;
  fetch(...args: unknown[]): unknown;
}

/** A function with the given prototype that calls its own `fetch`, with itself as `this`. */
export function makeCallable(prototype: object): Callable {
  // Prototypes are endpoints and endpoint classes, and those have `fetch` or get it from the options.
  const callable = ((...args: unknown[]) => callable.fetch(...args)) as Callable;
  // Its own `name` and `length` would hide those of the prototype.
  Reflect.deleteProperty(callable, 'name');
  Reflect.deleteProperty(callable, 'length');
  return Object.setPrototypeOf(callable, prototype) as Callable;
}
