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

/** Calls `visit` for the placeholders in stored forms and arguments, with what stands in the same place of `other`. */
export function eachPlaceholder(
  value: unknown,
  other: unknown,
  visit: (placeholder: string, other: unknown) => void,
  depth = 0,
): void {
  if (typeof value === 'string') {
    if (seqOfPlaceholder(value) !== undefined) visit(value, other);
  } else if (depth === MAX_DEPTH) {
    return;
  } else if (Array.isArray(value)) {
    const others: readonly unknown[] = Array.isArray(other) ? other : [];
    value.forEach((item, i) => eachPlaceholder(item, others[i], visit, depth + 1));
  } else if (isPlainObject(value)) {
    const others = isPlainObject(other) ? other : {};
    for (const name of Object.keys(value)) {
      eachPlaceholder(value[name], others[name], visit, depth + 1);
    }
  }
}

/** A copy with the placeholders replaced that `realPk` knows; the value itself if there are none. */
export function withoutPlaceholders<T>(
  value: T,
  realPk: (placeholder: string) => string | undefined,
  depth = 0,
): T {
  // The casts hold: a copy has the shape of the original.
  if (typeof value === 'string') return (realPk(value) ?? value) as T;
  if (depth === MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => withoutPlaceholders(item, realPk, depth + 1));
    return items.some((item, i) => item !== value[i]) ? (items as T) : value;
  }
  if (!isPlainObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const member = value[name];
    const replaced = withoutPlaceholders(member, realPk, depth + 1);
    if (replaced !== member) (copy ??= { ...value })[name] = replaced;
  }
  return (copy ?? value) as T;
}
