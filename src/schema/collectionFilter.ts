import { encodeKey } from '../shared/encodeKey.ts';
import type { CollectionKey } from './collectionIdentity.ts';

/** The values that an argument of a list may equal, by its name. */
export type Candidates = (name: string) => readonly unknown[];

/** What a member that is added is compared by: the parameters of the call, else what is stored of it, else what was sent. */
export function candidatesToAdd(args: readonly unknown[], record: unknown, at: number): Candidates {
  const [first] = args;
  const params = args.length > 1 ? first : undefined;
  const sent = args.length > 1 ? args[1] : first;
  return (name) => [
    memberOf(params, name),
    memberOf(record, name) ?? memberOf(itemAt(sent, at), name),
  ];
}

/** What a member that moves is compared by: what is stored of it, else what was sent, else the parameters: they name the old place. */
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

/** What a member that leaves is compared by: what the call says, else what was given or is stored. */
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

/** Whether all arguments of a list that filter equal one of the candidates. */
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

/** Whether an argument of a list that filters is known to be another one. */
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

/** Of a body with several items the one in the same place. */
function itemAt(sent: unknown, at: number): unknown {
  return Array.isArray(sent) ? (sent as readonly unknown[])[at] : sent;
}

function memberOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  if (Object.hasOwn(source, name)) return (source as Record<string, unknown>)[name];
  // Forms are sent as they are.
  const isForm = Object.prototype.toString.call(source) === '[object FormData]';
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
    // What has no canonical form is in no list.
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
