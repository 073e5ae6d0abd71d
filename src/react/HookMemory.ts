import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import type { Store } from '../store/Store.ts';
import { inactiveReader } from './inactiveReader.ts';
import { type Reader, readerOf } from './Reader.ts';

type Args = readonly unknown[];

/**
 * Which reader one hook had in its last render. Literals such as `{ id }` are other objects in each render, and to find a reader by them takes
 * longer than a look at their members. It only remembers: renders that are thrown away do no harm.
 */
export class HookMemory {
  #store: Store | undefined;
  #endpoint: ReadEndpoint | undefined;
  /** The arguments with their members as they were: objects may be changed by those who own them. */
  #copies: Args = [];
  #reader: Reader | typeof inactiveReader = inactiveReader;

  reader(store: Store, endpoint: ReadEndpoint, args: Args): Reader | typeof inactiveReader {
    const isSame = this.#store === store && this.#endpoint === endpoint;
    if (
      isSame &&
      args.length === this.#copies.length &&
      args.every((arg, i) => isCopy(this.#copies[i], arg))
    ) {
      return this.#reader;
    }
    // The cast holds: the overloads of the hooks check the arguments.
    this.#reader =
      args[0] === null ? inactiveReader : readerOf(store.observe(endpoint, ...(args as [null])));
    this.#store = store;
    this.#endpoint = endpoint;
    this.#copies = args.map((arg) => (isFlat(arg) ? { ...arg } : arg));
    return this.#reader;
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
