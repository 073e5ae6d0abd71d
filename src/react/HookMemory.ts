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
  #copies: readonly unknown[] = [];
  #found: T | undefined;

  constructor(lookUp: (store: Store, subject: S, args: Args) => T) {
    this.#lookUp = lookUp;
  }

  get(store: Store, subject: S, args: Args): T {
    const isSame = this.#store === store && this.#subject === subject;
    // The cast holds: with the store it was found.
    if (isSame && areCopies(this.#copies, args)) return this.#found as T;
    this.#found = this.#lookUp(store, subject, args);
    this.#store = store;
    this.#subject = subject;
    this.#copies = args.map(copyOf);
    return this.#found;
  }
}

/** Stands for what may say something else whenever it is looked at. */
const NO_COPY: unknown = Symbol('no copy');

function areCopies(copies: readonly unknown[], args: Args): boolean {
  if (args.length !== copies.length) return false;
  for (let i = 0; i < args.length; i++) if (!isCopy(copies[i], args[i])) return false;
  return true;
}

/** Whether an argument says the same as the copy, member by member in the same order. */
function isCopy(copy: unknown, arg: unknown): boolean {
  if (typeof arg !== 'object' || arg === null) return Object.is(copy, arg);
  if (!Array.isArray(copy) || !isPlain(arg)) return false;
  let at = 0;
  for (const name in arg) {
    if (copy[at] !== name || !Object.is(copy[at + 1], arg[name])) return false;
    at += 2;
  }
  return at === copy.length;
}

/** The argument itself, or names and values of an object by turns. Objects within objects may be changed by their owners. */
function copyOf(arg: unknown): unknown {
  if (typeof arg !== 'object' || arg === null) return arg;
  if (!isPlain(arg)) return NO_COPY;
  const copy: unknown[] = [];
  for (const name in arg) {
    const value = arg[name];
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      return NO_COPY;
    }
    copy.push(name, value);
  }
  // Without the room that an array which grows keeps in reserve.
  return copy.slice();
}

function isPlain(arg: object): arg is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(arg);
  return prototype === Object.prototype || prototype === null;
}
