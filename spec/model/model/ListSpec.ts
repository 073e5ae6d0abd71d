import type { Email, Part } from '../operations/Operation.ts';

/** A list of users that the server filters, and its rule as the store knows it. */
export interface ListSpec {
  /** The arguments that identify the list. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether a user belongs in the list; `undefined`: the record does not decide it. */
  readonly matches: (record: Part) => boolean | undefined;
  /** The argument with which changes such as `push` compare addresses. */
  readonly email?: Email;
  /** Whether the list has a rule of the program, which reads the whole record. */
  readonly hasFilter?: boolean;
  /** Whether the members are in the order of their names. */
  readonly isSorted?: boolean;
  /** Whether only changes such as `push` affect the list. */
  readonly isFixed?: boolean;
}

function byEmail(email: Email, more: Partial<ListSpec> = {}): ListSpec {
  const matches = (record: Part): boolean | undefined => matchesEmail(email, record.email);
  return { args: { email, ...more.args }, email, matches, ...without(more) };
}

function without({ args: _args, ...more }: Partial<ListSpec>): Partial<ListSpec> {
  return more;
}

/** The lists of the histories, by name. */
export const LISTS: Readonly<Record<string, ListSpec>> = {
  a: byEmail('a'),
  b: byEmail('b'),
  'a,c': byEmail(['a', 'c']),
  sorted: byEmail('a', { args: { orderBy: 'name' }, isSorted: true }),
  fixed: byEmail('a', { args: { order: 'fixed' }, isFixed: true }),
  from: {
    args: { from: 'c' },
    matches: ({ name }) => (name === undefined ? undefined : name >= 'c'),
    hasFilter: true,
  },
};

/**
 * Compares an argument with an address: an array as argument means "one of", an array as address
 * "contains". Two different arrays decide nothing.
 */
export function matchesEmail(argument: Email, email: Email | undefined): boolean | undefined {
  if (email === undefined) return undefined;
  if (showEmail(argument) === showEmail(email)) return true;
  if (Array.isArray(argument) && Array.isArray(email)) return undefined;
  const addresses = [email].flat();
  return [argument].flat().some((one) => addresses.includes(one));
}

/** Prints an address. */
export function showEmail(email: Email | undefined): string {
  return typeof email === 'object' ? JSON.stringify(email) : (email ?? '');
}

/** The order of a sorted list. */
export function compareNames({ name: a = '' }: Part, { name: b = '' }: Part): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
