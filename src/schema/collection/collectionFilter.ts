import { encodeKey } from '../../shared/encodeKey.ts';
import { tagOf } from '../../shared/tagOf.ts';
import type { CollectionKey } from './CollectionOptions.ts';

/** Returns the values that an argument of a list may equal. */
type Candidates = (name: string) => readonly unknown[];

/** A member of a change. */
export interface ChangedMember {
  readonly given: unknown;
  /** The stored record of the entity. */
  readonly record: object | undefined;
  /** Its index among the given members. */
  readonly at: number;
}

/**
 * The values by which a change chooses lists, from the arguments of the call:
 *
 * - added: those of the parameters, and those of the stored record or else the sent body
 * - moved: those of the stored record, else of the sent body, else of the parameters, which name the
 *   old list
 * - removed: those of the arguments, else of the given value or the stored record
 */
export function candidatesOf(
  effect: 'add' | 'move' | 'remove',
  args: readonly unknown[],
  { given, record, at }: ChangedMember,
): Candidates {
  const [first] = args;
  return (name) => {
    const stored = memberOf(record, name);
    if (effect === 'remove') {
      const said = args
        .map((source) => memberOf(source, name))
        .filter((value) => value !== undefined);
      return said.length > 0 ? said : [memberOf(given, name), stored];
    }
    if (effect === 'move') {
      if (stored !== undefined) return [stored];
      return [memberOf(itemAt(args.at(-1), at), name) ?? memberOf(first, name)];
    }
    const [params, sent] = args.length > 1 ? args : [undefined, first];
    return [memberOf(params, name), stored ?? memberOf(itemAt(sent, at), name)];
  };
}

/** Whether all filtering arguments of a list equal one of the candidates. */
export function matches(
  list: CollectionKey,
  filters: (name: string) => boolean,
  candidates: Candidates,
): boolean {
  return Object.entries(list).every(
    ([name, value]) =>
      !filters(name) || candidates(name).some((candidate) => isSame(value, candidate)),
  );
}

/** Whether a filtering argument of a list is known to differ. */
export function contradicts(
  list: CollectionKey,
  filters: (name: string) => boolean,
  candidates: Candidates,
): boolean {
  return Object.entries(list).some(([name, value]) => {
    const known = filters(name) ? candidates(name).filter((item) => item !== undefined) : [];
    return known.length > 0 && !known.some((candidate) => isSame(value, candidate));
  });
}

/** The item at the same index, if a body has several. */
function itemAt(sent: unknown, at: number): unknown {
  return Array.isArray(sent) ? (sent as readonly unknown[])[at] : sent;
}

function memberOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  if (Object.hasOwn(source, name)) return (source as Record<string, unknown>)[name];
  // Forms are sent as they are.
  const isForm = tagOf(source) === 'FormData';
  return isForm ? ((source as FormData).get(name) ?? undefined) : undefined;
}

/** As in URLs, a number or boolean equals its text. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') {
    return textOf(a) !== undefined && textOf(a) === textOf(b);
  }
  try {
    return encodeKey(a) === encodeKey(b);
  } catch {
    // A value without a canonical form is in no list.
    return false;
  }
}

function textOf(value: unknown): string | undefined {
  return /^(str|num|big|boo)/.test(typeof value) ? String(value) : undefined;
}
