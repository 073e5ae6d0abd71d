import { isPlainObject } from '../shared/isPlainObject.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * The maximum depth of nested values. `JSON.stringify` and `JSON.parse` manage it on every stack.
 */
const MAX_DEPTH = 500;

/** The maximum number of digits of a bigint: the time to parse one grows with their square. */
const MAX_DIGITS = 4_000;

/**
 * Values that JSON lacks are packed as an object with this member, which names the kind, and a
 * member `v` with the value.
 */
const TAG = '$';

/** Numbers that JSON lacks, by what they are packed as. */
const numbers: ReadonlyMap<unknown, number> = new Map([
  ['-0', -0],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

export type Members = Readonly<Record<string, unknown>>;

/** The current position, for messages. */
interface Walk {
  readonly subject: string;
  readonly path: string[];
  readonly containers: object[];
}

/**
 * The value as plain JSON that `unpackValue` reads. Besides JSON it supports `undefined`, `-0`,
 * `NaN`, infinities, bigints, dates, maps, sets and URLs. A value that is JSON already is returned
 * as it is. Throws `SB_STATE_UNSUPPORTED` for anything else, with `subject` and the path to it.
 */
export function packValue(value: unknown, subject: string): unknown {
  return pack(value, { subject, path: [], containers: [] });
}

function pack(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      return tagged('number', Object.is(value, -0) ? '-0' : String(value));
    case 'undefined':
      return tagged('undefined');
    case 'bigint':
      if (String(value).length > MAX_DIGITS) return refuse('a bigint of too many digits', walk);
      return tagged('bigint', String(value));
    case 'object':
      return value === null ? null : packObject(value, walk);
    default:
      return refuse(`a ${typeof value}`, walk);
  }
}

function tagged(kind: string, value?: unknown): object {
  return value === undefined ? { [TAG]: kind } : { [TAG]: kind, v: value };
}

function packObject(value: object, walk: Walk): unknown {
  const { containers } = walk;
  if (containers.length >= MAX_DEPTH) refuse(`nested deeper than ${MAX_DEPTH} levels`, walk);
  if (containers.includes(value)) refuse('an object that contains itself', walk);
  containers.push(value);
  const packed = packContent(value, walk);
  containers.pop();
  return packed;
}

function packContent(value: object, walk: Walk): unknown {
  const step = (inner: unknown, name: string | number): unknown => {
    walk.path.push(String(name));
    const packed = pack(inner, walk);
    walk.path.pop();
    return packed;
  };
  if (Array.isArray(value)) return mapItems(value, step);
  if (isPlainObject(value)) {
    if (Object.getOwnPropertySymbols(value).length > 0) refuse('named by symbols', walk);
    const packed = mapMembers(value, step);
    return Object.hasOwn(value, TAG) ? tagged('object', packed) : packed;
  }
  // The tag also recognises objects of another realm.
  switch (Object.prototype.toString.call(value)) {
    case '[object Date]':
      return tagged('date', Number.isNaN(Number(value)) ? null : Number(value));
    case '[object Map]':
      return tagged('map', mapItems([...(value as Map<unknown, unknown>)], step));
    case '[object Set]':
      return tagged('set', mapItems([...(value as Set<unknown>)], step));
    case '[object URL]':
      return tagged('url', (value as URL).href);
    default:
      return refuse('an instance of a class', walk);
  }
}

function refuse(what: string, { subject, path }: Walk): never {
  const where = path.length > 0 ? ` at ${path.slice(0, 10).join('.')}` : '';
  throw new StreambedError('SB_STATE_UNSUPPORTED', `${subject}${where} is ${what}.`);
}

/**
 * Reverses `packValue`. A value that is JSON is returned as it is. Throws for values that
 * `packValue` never makes. No kind of value runs code or sets a prototype.
 */
export function unpackValue(packed: unknown, depth = 0): unknown {
  if (typeof packed !== 'object' || packed === null) return packed;
  // Values that are not JSON take more levels packed.
  if (depth > 3 * MAX_DEPTH) return fail();
  const unpack = (inner: unknown): unknown => unpackValue(inner, depth + 1);
  if (Array.isArray(packed)) return mapItems(packed, unpack);
  const members = packed as Members;
  if (!Object.hasOwn(members, TAG)) return mapMembers(members, unpack);
  const { v } = members;
  switch (members[TAG]) {
    case 'undefined':
      return undefined;
    case 'number':
      return numbers.get(v) ?? fail();
    case 'bigint':
      return textOf(v).length <= MAX_DIGITS && /^-?\d+$/.test(textOf(v))
        ? BigInt(textOf(v))
        : fail();
    case 'date':
      return new Date(typeof v === 'number' ? v : NaN);
    case 'map':
      return new Map(mapItems(listOf(v), unpack).map(pairOf));
    case 'set':
      return new Set(mapItems(listOf(v), unpack));
    case 'url':
      return new URL(textOf(v));
    case 'object':
      return mapMembers(membersOf(v), unpack);
    default:
      return fail();
  }
}

function pairOf(item: unknown): [unknown, unknown] {
  const { length, 0: key, 1: value } = listOf(item);
  return length === 2 ? [key, value] : fail();
}

function fail(): never {
  throw new Error('a value of an unknown kind');
}

// --- containers: the same one if no member differs

function mapItems(
  items: readonly unknown[],
  step: (item: unknown, at: number) => unknown,
): readonly unknown[] {
  // Makes members of holes, too.
  const mapped = Array.from(items, step);
  return mapped.every((item, at) => Object.is(item, items[at])) ? items : mapped;
}

function mapMembers(members: Members, step: (member: unknown, name: string) => unknown): object {
  const entries = Object.entries(members).map(
    ([name, member]) => [name, step(member, name)] as const,
  );
  const isSame = entries.every(([name, member]) => Object.is(member, members[name]));
  // `fromEntries` makes own members, of the name `__proto__` too.
  return isSame ? members : Object.fromEntries(entries);
}

// --- checks of JSON from elsewhere

export function membersOf(value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new Error('a value that should be an object');
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('a value that should be an array');
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('a value that should be a string');
}

export function numberOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Error('a value that should be a number');
}
