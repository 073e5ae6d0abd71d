const PATTERN = /^optimistic:(\d+):\d+$/;

/** The primary key of the `count`th new entity of the layer of a request; the same each time the layer is made. */
export function placeholderPk(seq: number, count: number): string {
  return `optimistic:${seq}:${count}`;
}

/** The request whose layer a placeholder belongs to; `undefined` for anything else. */
export function seqOfPlaceholder(value: unknown): number | undefined {
  const match = typeof value === 'string' ? PATTERN.exec(value) : null;
  return match ? Number(match[1]) : undefined;
}

/** Deeper than this nobody refers to an entity; arguments may contain themselves. */
const MAX_DEPTH = 20;

/**
 * A copy of a stored form or of arguments with those placeholders replaced that `visit` gives something for; the value itself if there are
 * none. `visit` is called for each of them, with what stands in the same place of `other`. Each object is walked once: entities refer to each
 * other in circles.
 */
export function replacePlaceholders<T>(
  value: T,
  visit: (placeholder: string, other: unknown) => string | undefined | void,
  other?: unknown,
  depth = 0,
  copies = new Map<unknown, unknown>(),
): T {
  // The casts hold: a copy has the shape of the original.
  if (typeof value === 'string') {
    return seqOfPlaceholder(value) === undefined ? value : ((visit(value, other) ?? value) as T);
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

/** True for object literals and instances of ordinary classes; dates, forms and the like have a tag of their own. */
function hasMembers(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** An array, or an object of the same class. */
function copyOf(members: object): Record<string, unknown> {
  // The cast holds: indexes are names too.
  if (Array.isArray(members)) return [...(members as unknown[])] as never;
  return Object.setPrototypeOf({ ...members }, Object.getPrototypeOf(members)) as never;
}
