import { useRef } from 'react';
import type { Args } from '../shared/copyArgs.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import type { Store } from '../kernel/store/Store.ts';

/** The last look-up of a hook, and the value found. */
interface LookUp<S extends object, T> {
  readonly store: Store;
  readonly subject: S;
  readonly copies: readonly unknown[];
  readonly value: T;
}

/**
 * What `lookUp` returns for a store, a subject and arguments. The same value as in the last render
 * for equal arguments: literals such as `{ id }` are new objects in each render, and comparing
 * their members is faster than a look-up.
 */
export function useStableArgs<S extends object, T>(
  lookUp: (store: Store, subject: S, args: Args) => T,
  store: Store,
  subject: S,
  args: Args,
): T {
  const memory = useRef<LookUp<S, T>>(undefined);
  // oxlint-disable-next-line compiler/refs -- a cache only: renders that are thrown away do no harm
  return (memory.current = lookUpIfChanged(memory.current, lookUp, store, subject, args)).value;
}

/** The last look-up if it was for equal arguments, else a new one. */
function lookUpIfChanged<S extends object, T>(
  last: LookUp<S, T> | undefined,
  lookUp: (store: Store, subject: S, args: Args) => T,
  store: Store,
  subject: S,
  args: Args,
): LookUp<S, T> {
  const isSame = last?.store === store && last.subject === subject && areCopies(last.copies, args);
  return isSame
    ? last
    : { store, subject, copies: copiesOf(args), value: lookUp(store, subject, args) };
}

/** Copies of arguments: their owner may change the objects. */
export function copiesOf(args: Args): readonly unknown[] {
  return args.map(copyOf);
}

/** Copy of an argument that may change unnoticed: equals nothing. */
const NO_COPY: unknown = Symbol('no copy');

/** Whether arguments equal the copies. */
export function areCopies(copies: readonly unknown[], args: Args): boolean {
  if (args.length !== copies.length) return false;
  for (let i = 0; i < args.length; i++) if (!isCopy(copies[i], args[i])) return false;
  return true;
}

/** Whether an argument equals the copy, member by member in the same order. */
function isCopy(copy: unknown, arg: unknown): boolean {
  if (!Array.isArray(copy)) return Object.is(copy, arg);
  if (!isPlainObject(arg)) return false;
  let at = 0;
  for (const name in arg) {
    if (copy[at++] !== name || !Object.is(copy[at++], arg[name])) return false;
  }
  return at === copy.length;
}

/**
 * The argument itself, or the names and values of an object in turn. `NO_COPY` for nested objects,
 * which may change.
 */
function copyOf(arg: unknown): unknown {
  if (!isObject(arg)) return arg;
  const copy = isPlainObject(arg) ? Object.entries(arg).flat() : [arg];
  // `slice` drops the spare capacity of an array that has grown.
  return copy.some(isObject) ? NO_COPY : copy.slice();
}

function isObject(value: unknown): value is object {
  return Object(value) === value;
}
