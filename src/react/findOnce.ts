import { isPlainObject } from '../shared/isPlainObject.ts';
import type { Store } from '../store/Store.ts';

type Args = readonly unknown[];

/** What was found for a store, a subject (an endpoint or a schema) and arguments. */
export interface Found<S extends object, T> {
  readonly store: Store;
  readonly subject: S;
  /** The arguments with their members as they were: objects may be changed by those who own them. */
  readonly copies: readonly unknown[];
  readonly value: T;
}

/**
 * What a hook looks up, or what it found in its last render, if that was for the same. Literals such as `{ id }` are other objects in each render,
 * and to look something up by them takes longer than a look at their members.
 */
export function findOnce<S extends object, T>(
  last: Found<S, T> | undefined,
  lookUp: (store: Store, subject: S, args: Args) => T,
  store: Store,
  subject: S,
  args: Args,
): Found<S, T> {
  const isSame = last?.store === store && last.subject === subject && areCopies(last.copies, args);
  return isSame
    ? last
    : { store, subject, copies: args.map(copyOf), value: lookUp(store, subject, args) };
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
  if (!Array.isArray(copy)) return Object.is(copy, arg);
  if (!isPlainObject(arg)) return false;
  let at = 0;
  for (const name in arg) {
    if (copy[at++] !== name || !Object.is(copy[at++], arg[name])) return false;
  }
  return at === copy.length;
}

/** The argument itself, or the names and values of an object by turns. Objects within objects may be changed by their owners. */
function copyOf(arg: unknown): unknown {
  if (!isObject(arg)) return arg;
  const copy = isPlainObject(arg) ? Object.entries(arg).flat() : [arg];
  // Without the room that an array which has grown keeps in reserve.
  return copy.some(isObject) ? NO_COPY : copy.slice();
}

function isObject(value: unknown): value is object {
  return Object(value) === value;
}
