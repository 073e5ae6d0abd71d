import { isPlainObject } from '../shared/isPlainObject.ts';

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
 * none. `visit` is called for each of them, with what stands in the same place of `other`.
 */
export function replacePlaceholders<T>(
  value: T,
  visit: (placeholder: string, other: unknown) => string | undefined | void,
  other?: unknown,
  depth = 0,
): T {
  // The casts hold: a copy has the shape of the original.
  if (typeof value === 'string') {
    return seqOfPlaceholder(value) === undefined ? value : ((visit(value, other) ?? value) as T);
  }
  const isLike = Array.isArray(value) ? Array.isArray : isPlainObject;
  if (depth === MAX_DEPTH || !isLike(value)) return value;
  const members = value as Record<string, unknown>;
  const others = (isLike(other) ? other : {}) as typeof members;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const member = members[name];
    const replaced = replacePlaceholders(member, visit, others[name], depth + 1);
    if (replaced === member) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...members }) as typeof members;
    copy[name] = replaced;
  }
  return (copy ?? value) as T;
}
