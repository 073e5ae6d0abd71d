import { MAX_DIGITS, MAX_PACKED_DEPTH, TAG } from './packValue.ts';

/** Unpacks the value of one kind. `unpack` unpacks nested values. */
type Unpack = (value: unknown, unpack: (inner: unknown) => unknown) => unknown;

/** The kinds of values besides JSON. None of them runs code or sets a prototype. */
const kinds: ReadonlyMap<unknown, Unpack> = new Map<unknown, Unpack>([
  ['undefined', () => undefined],
  ['number', (value) => numbers.get(value) ?? fail()],
  ['bigint', (value) => (isDigits(value) ? BigInt(value) : fail())],
  ['date', (value) => new Date(typeof value === 'number' ? value : NaN)],
  ['map', (value, unpack) => new Map(itemsOf(value, unpack).map(pairOf))],
  ['set', (value, unpack) => new Set(itemsOf(value, unpack))],
  ['url', (value) => (typeof value === 'string' ? new URL(value) : fail())],
  ['object', (value, unpack) => (isMembers(value) ? membersOf(value, unpack) : fail())],
]);

const numbers: ReadonlyMap<unknown, number> = new Map([
  ['-0', -0],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

/**
 * Reverses `packValue`. A value that is JSON is returned as it is. Throws for values that
 * `packValue` never makes.
 */
export function unpackValue(packed: unknown, depth = 0): unknown {
  if (typeof packed !== 'object' || packed === null) return packed;
  // Values that are not JSON take more levels packed.
  if (depth > 3 * MAX_PACKED_DEPTH) return fail();
  const unpack = (inner: unknown): unknown => unpackValue(inner, depth + 1);
  if (Array.isArray(packed)) return itemsOf(packed, unpack);
  const members = packed as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(members, TAG)) return membersOf(members, unpack);
  return (kinds.get(members[TAG]) ?? fail)(members.v, unpack);
}

function itemsOf(items: unknown, unpack: (inner: unknown) => unknown): readonly unknown[] {
  if (!Array.isArray(items)) return fail();
  const unpacked = items.map(unpack);
  return unpacked.every((item, i) => Object.is(item, items[i])) ? items : unpacked;
}

function membersOf(
  members: Readonly<Record<string, unknown>>,
  unpack: (inner: unknown) => unknown,
): object {
  const entries = Object.entries(members).map(([name, member]): [string, unknown] => [
    name,
    unpack(member),
  ]);
  const isSame = entries.every(([name, member]) => Object.is(member, members[name]));
  // `fromEntries` makes own members, of the name `__proto__` too.
  return isSame ? members : Object.fromEntries(entries);
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_DIGITS && /^-?\d+$/.test(value);
}

function pairOf(item: unknown): [unknown, unknown] {
  if (!Array.isArray(item) || item.length !== 2) return fail();
  return [item[0], item[1]];
}

function fail(): never {
  throw new Error('a value of an unknown kind');
}
