import type { Store } from '../store/Store.ts';

type Args = readonly unknown[];

/**
 * What one hook looked up in its last render, by a store, a subject (an endpoint or a schema) and arguments. Literals such as `{ id }` are other objects
 * in each render, and to look something up by them takes longer than a look at their members. It only remembers: renders that are thrown
 * away do no harm.
 */
export class HookMemory<S extends object, T> {
  readonly #lookUp: (store: Store, subject: S, args: Args) => T;
  #store: Store | undefined;
  #subject: S | undefined;
  /** The arguments with their members as they were: objects may be changed by those who own them. */
  #copies: Args = [];
  #found: T | undefined;

  constructor(lookUp: (store: Store, subject: S, args: Args) => T) {
    this.#lookUp = lookUp;
  }

  get(store: Store, subject: S, args: Args): T {
    const isSame = this.#store === store && this.#subject === subject;
    if (
      isSame &&
      args.length === this.#copies.length &&
      args.every((arg, i) => isCopy(this.#copies[i], arg))
    ) {
      // The cast holds: with the store it was found.
      return this.#found as T;
    }
    this.#found = this.#lookUp(store, subject, args);
    this.#store = store;
    this.#subject = subject;
    this.#copies = args.map((arg) => (isFlat(arg) ? { ...arg } : arg));
    return this.#found;
  }
}

/** Whether an argument says the same as the copy. Objects within objects are not looked at. */
function isCopy(copy: unknown, arg: unknown): boolean {
  if (typeof arg !== 'object' || arg === null) return Object.is(copy, arg);
  if (typeof copy !== 'object' || copy === null || copy === arg || !isFlat(arg)) return false;
  const before = copy as Record<string, unknown>;
  let count = 0;
  for (const name in arg) {
    if (!Object.is(before[name], arg[name])) return false;
    count++;
  }
  for (const _ in before) count--;
  return count === 0;
}

/** Whether it is an object with primitive members only. */
function isFlat(arg: unknown): arg is Record<string, unknown> {
  if (typeof arg !== 'object' || arg === null) return false;
  const prototype: unknown = Object.getPrototypeOf(arg);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const name in arg) {
    const value = (arg as Record<string, unknown>)[name];
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') return false;
  }
  return true;
}
