import type { StateSlot } from '../table/StateSlot.ts';

/** The maximum number of real pks to remember. */
const MAX_KNOWN = 1_000;

type RealPks = ReadonlyMap<string, string>;

/** The real pks of entities that were created, by placeholder id. */
export const REAL_PKS: StateSlot<RealPks> = { initial: new Map() };

const PATTERN = /^optimistic:([^:]+):\d+$/;

/**
 * The placeholder id of the `count`th new entity in the layer of a mutation. It stays the same when
 * the layer is recomputed.
 */
export function placeholderPk(owner: string, count: number): string {
  return `optimistic:${owner}:${count}`;
}

/** The owner of the layer that created a placeholder id; `undefined` for any other value. */
export function ownerOfPlaceholder(value: unknown): string | undefined {
  return typeof value === 'string' ? PATTERN.exec(value)?.[1] : undefined;
}

/** Replaces placeholder ids in args whose real pks are known. */
export function withRealPks<T>(args: T, known: RealPks): T {
  if (known.size === 0) return args;
  return replacePlaceholders(args, (placeholder) => known.get(placeholder));
}

/**
 * Notes the real pks of a response: `optimistic` and `result` are the normalized optimistic and real
 * response.
 */
export function notePks(found: Map<string, string>, optimistic: unknown, result: unknown): void {
  const note = (placeholder: string, real: unknown): void => {
    const isReal = typeof real === 'string' && ownerOfPlaceholder(real) === undefined;
    if (isReal) found.set(placeholder, real);
  };
  replacePlaceholders(optimistic, note, result);
}

/** The real pks that are known, with those that were found. */
export function learnPks(known: RealPks, found: RealPks): RealPks {
  let learned: Map<string, string> | undefined;
  for (const [placeholder, pk] of found) {
    if (known.get(placeholder) !== pk) (learned ??= new Map(known)).set(placeholder, pk);
  }
  if (!learned) return known;
  for (const [oldest] of learned) {
    if (learned.size <= MAX_KNOWN) break;
    learned.delete(oldest);
  }
  return learned;
}

/**
 * Limits the search: arguments may contain themselves, and references to entities are not this
 * deep.
 */
const MAX_DEPTH = 20;

/**
 * Returns a copy of a result or of args, with the placeholder ids replaced for which `visit`
 * returns a value; returns `value` itself if none was replaced. `visit` receives each placeholder
 * id and the value at the same path of `other`. Each object is visited once, as objects may refer
 * to each other in circles.
 */
export function replacePlaceholders<T>(
  value: T,
  visit: (placeholder: string, other: unknown) => string | undefined | void,
  other?: unknown,
  depth = 0,
  copies = new Map<unknown, unknown>(),
): T {
  // The casts are safe: a copy has the shape of the original.
  if (typeof value === 'string') {
    return ownerOfPlaceholder(value) === undefined ? value : ((visit(value, other) ?? value) as T);
  }
  const isLike = Array.isArray(value) ? Array.isArray : hasMembers;
  if (depth === MAX_DEPTH || !isLike(value)) return value;
  if (copies.has(value)) return copies.get(value) as T;
  copies.set(value, value);
  const members = value as Record<string, unknown>;
  const others = (isLike(other) ? other : {}) as typeof members;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const member = members[name];
    const replaced = replacePlaceholders(member, visit, others[name], depth + 1, copies);
    if (replaced === member) continue;
    copy ??= copyOf(members);
    copy[name] = replaced;
  }
  if (copy) copies.set(value, copy);
  return (copy ?? value) as T;
}

/**
 * True for object literals and instances of ordinary classes; dates, forms and the like have their
 * own tag.
 */
function hasMembers(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** An array, or an object of the same class. */
function copyOf(members: object): Record<string, unknown> {
  // The cast is safe: indexes are property names too.
  if (Array.isArray(members)) return [...(members as unknown[])] as never;
  return Object.setPrototypeOf({ ...members }, Object.getPrototypeOf(members)) as never;
}
