import { encodeKey } from '../../../shared/encodeKey.ts';
import { isPlainObject } from '../../../shared/isPlainObject.ts';
import { tagOf } from '../../../shared/tagOf.ts';
import type { EntityClass } from '../Schema.ts';
import { pkOfArgument } from '../entity/usablePk.ts';

/** What a change does with the members. */
export type ChangeEffect = 'add' | 'move' | 'remove';

/** A member of a change. */
export interface ChangedMember {
  readonly given: unknown;
  /** The class of the entity. */
  readonly entity: EntityClass | undefined;
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
function candidatesOf(
  name: string,
  effect: ChangeEffect,
  args: readonly unknown[],
  { given, record, at, entity }: ChangedMember,
): readonly unknown[] {
  const [params, sent] = args.length > 1 ? args : [undefined, args[0]];
  if (entity && isPkOf(entity, name)) return [memberOf(params, name)];
  const stored = memberOf(record, name);
  const body = memberOf(Array.isArray(sent) ? (sent as readonly unknown[])[at] : sent, name);
  // `null` is a value: no `??`.
  const known = stored === undefined ? body : stored;
  if (effect === 'add') return [memberOf(params, name), known];
  if (effect === 'move') return [known === undefined ? memberOf(params, name) : known];
  const said = args.map((source) => memberOf(source, name));
  return said.some((value) => value !== undefined) ? said : [memberOf(given, name), stored];
}

/**
 * Whether a member belongs in the list with these filtering arguments. `undefined` if the change
 * does not say: it has no value for an argument.
 */
function belongs(
  filters: readonly (readonly [name: string, value: unknown])[],
  effect: ChangeEffect,
  args: readonly unknown[],
  member: ChangedMember,
): boolean | undefined {
  let verdict: true | undefined = true;
  for (const [name, value] of filters) {
    const candidates = candidatesOf(name, effect, args, member);
    const matches = candidates.map((candidate) => matchesArgument(value, candidate));
    if (matches.includes(true)) continue;
    if (matches.includes(false)) return false;
    verdict = undefined;
  }
  return verdict;
}

/** The same for a list with these arguments, of which `ignores` names those that do not filter. */
export function matchesList(
  list: Readonly<Record<string, unknown>>,
  ignores: (name: string) => boolean,
  effect: ChangeEffect,
  args: readonly unknown[],
  member: ChangedMember,
): boolean | undefined {
  const filters = Object.entries(list).filter(
    ([name, value]) => !ignores(name) && !isUnfilled(value),
  );
  return belongs(filters, effect, args, member);
}

/**
 * What a filter for the lists of a change is made from. That of a move is made from one object: all that
 * is known of the member.
 */
export function filterArgs(
  effect: ChangeEffect,
  { record }: ChangedMember,
  args: readonly unknown[],
): never[] {
  // The cast holds: the filter is written for these arguments.
  return (effect === 'move' ? [Object.assign({}, ...args, record) as object] : args) as never[];
}

/** The record of a changed member: the stored one, or else the body of the request. */
export function recordOfChange(
  args: readonly unknown[],
  { at, given, record }: ChangedMember,
): object {
  const sent = args.at(-1);
  return record ?? Object.assign({}, Array.isArray(sent) ? (sent as unknown[])[at] : sent, given);
}

/**
 * Whether an argument is the primary key of its members. A list that an `id` identifies is that of a
 * parent, whose id is not that of its members.
 */
export function isPkOf(entity: EntityClass, name: string): boolean {
  // Any primary key: a member that alone makes the key names the entity itself.
  return pkOfArgument(entity, { [name]: 'pk' }, []) === 'pk';
}

function memberOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  if (Object.hasOwn(source, name)) return (source as Record<string, unknown>)[name];
  // Forms are sent as they are.
  const isForm = tagOf(source) === 'FormData';
  return isForm ? ((source as FormData).get(name) ?? undefined) : undefined;
}

/**
 * Whether the member of a record has the value of an argument: an array as argument means "one of",
 * an array as member "contains". `undefined` if that decides nothing: the record lacks the member, or
 * both are arrays, and different.
 */
export function matchesArgument(value: unknown, member: unknown): boolean | undefined {
  if (member === undefined) return undefined;
  if (isSame(value, member)) return true;
  const [isSeveral, hasSeveral] = [Array.isArray(value), Array.isArray(member)];
  if (isSeveral && hasSeveral) return undefined;
  if (isSeveral) return (value as unknown[]).some((one) => isSame(one, member));
  return hasSeveral && (member as unknown[]).some((one) => isSame(value, one));
}

/** Whether an argument does not filter: like URLs, lists leave out `[]`, `{}`, and objects of nothing else. */
export function isUnfilled(value: unknown): boolean {
  if (value === undefined) return true;
  return (Array.isArray(value) || isPlainObject(value)) && Object.values(value).every(isUnfilled);
}

/** As in URLs, a number or boolean equals its text. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const token = tokenOfValue(a);
  return token !== undefined && token === tokenOfValue(b);
}

/** Equal values have equal tokens. `undefined`: the value equals no other one. */
export function tokenOfValue(value: unknown): string | undefined {
  if (/^(str|num|big|boo)/.test(typeof value)) return `=${String(value)}`;
  try {
    // Begins with another character.
    return encodeKey(value);
  } catch {
    // A value without a canonical form is in no list.
    return undefined;
  }
}
