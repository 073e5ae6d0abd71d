import { encodeKey } from '../../shared/encodeKey.ts';
import { tagOf } from '../../shared/tagOf.ts';
import type { CollectionKey } from './CollectionOptions.ts';

/** Returns the values that an argument of a list may equal. */
type Candidates = (name: string) => readonly unknown[];

/**
 * The values of an added member: from the parameters of the call, and from its stored record or
 * else the sent body.
 */
export function candidatesToAdd(args: readonly unknown[], record: unknown, at: number): Candidates {
  const [first] = args;
  const params = args.length > 1 ? first : undefined;
  const sent = args.length > 1 ? args[1] : first;
  return (name) => [
    memberOf(params, name),
    memberOf(record, name) ?? memberOf(itemAt(sent, at), name),
  ];
}

/**
 * The values of a moved member: its stored record, else the sent body, else the parameters, which
 * name the old list.
 */
export function candidatesToMove(
  args: readonly unknown[],
  record: unknown,
  at: number,
): Candidates {
  return (name) => {
    const stored = memberOf(record, name);
    if (stored !== undefined) return [stored];
    return [memberOf(itemAt(args.at(-1), at), name) ?? memberOf(args[0], name)];
  };
}

/**
 * The values of a removed member: the arguments of the call, else the given value or the stored
 * record.
 */
export function candidatesToRemove(
  args: readonly unknown[],
  record: unknown,
  given: unknown,
): Candidates {
  return (name) => {
    const said = args
      .map((source) => memberOf(source, name))
      .filter((value) => value !== undefined);
    return said.length > 0 ? said : [memberOf(given, name), memberOf(record, name)];
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
  const [first, second] = [textOf(a), textOf(b)];
  if (first !== undefined || second !== undefined) return first === second;
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  try {
    return encodeKey(a) === encodeKey(b);
  } catch {
    // A value without a canonical form is in no list.
    return false;
  }
}

function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return undefined;
  }
}
