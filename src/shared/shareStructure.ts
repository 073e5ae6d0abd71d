import { isPlainObject } from './isPlainObject.ts';
import { listDifference } from './listDifference.ts';
import { tagOf } from './tagOf.ts';

/**
 * Deeper structures count as different unless they are the same object, so that the stack is never
 * full.
 */
const MAX_DEPTH = 200;

/**
 * After this many parts, the rest counts as different: objects that contain each other have too
 * many paths to walk.
 */
const MAX_PARTS = 1_000_000;

/** The progress of a comparison. */
interface Walk {
  depth: number;
  parts: number;
}

/**
 * `next`, with every part that equals the part of `previous` at the same path replaced by that
 * part; `previous` itself if all is equal. Plain objects and arrays are walked. Values of the
 * platform, such as dates, maps and bytes, and values with `equals`, such as those of `Temporal`,
 * are kept or replaced as a whole; other instances are compared by reference.
 */
export function shareStructure<T>(previous: unknown, next: T): T {
  if (previous === undefined) return next;
  // The cast holds: parts are shared only if both sides have the same shape.
  return share(previous, next, { depth: 0, parts: 0 }) as T;
}

function share(previous: unknown, next: unknown, walk: Walk): unknown {
  if (Object.is(previous, next)) return next;
  if (
    typeof previous !== 'object' ||
    typeof next !== 'object' ||
    previous === null ||
    next === null
  ) {
    return next;
  }
  if (walk.depth > MAX_DEPTH || ++walk.parts > MAX_PARTS) return next;
  if (Array.isArray(next)) {
    return Array.isArray(previous) ? shareArray(previous, next, walk) : next;
  }
  if (isPlainObject(next))
    return isPlainObject(previous) ? shareObject(previous, next, walk) : next;
  return isEqualValue(previous, next, walk) ? previous : next;
}

/** What instances of some classes have. */
interface Instance extends Partial<DataView<ArrayBuffer>> {
  readonly size?: number;
  readonly lastIndex?: number;
  getTime?(): number;
  toString(): string;
  equals?(other: unknown): boolean;
}

/** Whether two instances of one class are the same value. */
function isEqualValue(a: Instance, b: Instance, walk: Walk): boolean {
  try {
    const parts = a.constructor === b.constructor && partsOf(a);
    // The cast holds: instances of one class have parts, or have none.
    return (
      !!parts &&
      shareArray(parts, partsOf(b) as typeof parts, walk) === parts &&
      (!a.equals || a.equals(b))
    );
  } catch {
    // Bytes that were transferred, and methods of the program, may throw.
    return false;
  }
}

const VALUES =
  /^(Map|Set|Date|URL|URLSearchParams|RegExp|Number|String|Boolean|BigInt|Temporal.+)$/;

/** What the value of an instance consists of; `undefined` if it is no value. */
function partsOf(value: Instance): readonly unknown[] | undefined {
  const tag = tagOf(value);
  if (ArrayBuffer.isView(value) || tag === 'ArrayBuffer') {
    // The casts hold: bytes are only read, by index.
    const { buffer = value as ArrayBuffer, byteOffset, byteLength } = value;
    return new Uint8Array(buffer, byteOffset, byteLength) as object as readonly number[];
  }
  if (!VALUES.test(tag) && !value.equals) return undefined;
  // The text of a date has no milliseconds. An `equals` of a program may compare ids only.
  return [
    // The cast holds: of these, maps and sets have a size.
    value.size! >= 0 ? [...(value as Iterable<unknown>)] : String(value),
    value.getTime?.(),
    value.lastIndex,
    Object.entries(value),
  ];
}

function shareArray(previous: readonly unknown[], next: readonly unknown[], walk: Walk): unknown {
  const { start, removed, added } = listDifference(previous, next);
  let copy: unknown[] | undefined;
  let same = removed === added;
  walk.depth++;
  // The other items are shared already.
  for (let i = start; i < start + added; i++) {
    const shared = share(previous[i], next[i], walk);
    if (shared !== next[i]) (copy ??= next.slice())[i] = shared;
    if (same && !Object.is(shared, previous[i])) same = false;
  }
  walk.depth--;
  return same ? previous : (copy ?? next);
}

function shareObject(
  previous: Record<string, unknown>,
  next: Record<string, unknown>,
  walk: Walk,
): unknown {
  let copy: Record<string, unknown> | undefined;
  const names = Object.keys(next);
  let same = Object.keys(previous).length === names.length;
  walk.depth++;
  for (const name of names) {
    const known = Object.hasOwn(previous, name);
    const shared = known ? share(previous[name], next[name], walk) : next[name];
    // A spread copies an own `__proto__` as data; an assignment to it would set the prototype.
    if (shared !== next[name] && name !== '__proto__') (copy ??= { ...next })[name] = shared;
    if (same && !(known && Object.is(shared, previous[name]))) same = false;
  }
  walk.depth--;
  return same ? previous : (copy ?? next);
}
