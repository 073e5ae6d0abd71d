import type { ErrorCode } from '../errorCatalogue.ts';
import { isPlainObject } from '../isPlainObject.ts';
import { StreambedError } from '../StreambedError.ts';
import { tagOf } from '../tagOf.ts';

/**
 * The maximum depth of nested values. `JSON.stringify` and `JSON.parse` manage it on every stack.
 */
const MAX_DEPTH = 500;

/** The maximum number of digits of a bigint: the time to parse one grows with their square. */
const MAX_DIGITS = 4_000;

/**
 * Values that JSON lacks are packed as an object with this member, which names the type, and a
 * member `v` with the value.
 */
const TAG = '$';

export type Members = Readonly<Record<string, unknown>>;

/**
 * The value as plain JSON that `unpackValue` reads. Besides JSON it supports `undefined`, `-0`,
 * `NaN`, infinities, bigints, dates, maps, sets and URLs. A value that is JSON already is returned
 * as it is. Throws `SB_STATE_UNSUPPORTED` for anything else, with `subject` and the path to it.
 */
export function packValue(value: unknown, subject: string): unknown {
  const containers: object[] = [];
  const path: (string | number)[] = [];
  return pack(value);

  function pack(inner: unknown): unknown {
    switch (typeof inner) {
      case 'string':
      case 'boolean':
        return inner;
      case 'number':
        if (Number.isFinite(inner) && !Object.is(inner, -0)) return inner;
        return tagged('number', Object.is(inner, -0) ? '-0' : String(inner));
      case 'undefined':
        return { [TAG]: 'undefined' };
      case 'bigint':
        if (String(inner).length > MAX_DIGITS) refuse('a bigint of too many digits');
        return tagged('bigint', String(inner));
      case 'object':
        return inner && packObject(inner);
      default:
        return refuse(`a ${typeof inner}`);
    }
  }

  function packObject(object: object): unknown {
    if (containers.length >= MAX_DEPTH) refuse(`nested deeper than ${MAX_DEPTH} levels`);
    if (containers.includes(object)) refuse('an object that contains itself');
    containers.push(object);
    const packed = packContent(object);
    containers.pop();
    return packed;
  }

  function packContent(object: object): unknown {
    if (Array.isArray(object)) return mapItems(object, packInner);
    if (isPlainObject(object)) {
      if (Object.getOwnPropertySymbols(object).length > 0) refuse('named by symbols');
      const packed = mapMembers(object, packInner);
      return Object.hasOwn(object, TAG) ? tagged('object', packed) : packed;
    }
    switch (tagOf(object)) {
      case 'Date':
        return tagged('date', Number.isNaN(Number(object)) ? null : Number(object));
      case 'Map':
        return tagged('map', mapItems([...(object as Map<unknown, unknown>)], packInner));
      case 'Set':
        return tagged('set', mapItems([...(object as Set<unknown>)], packInner));
      case 'URL':
        return tagged('url', (object as URL).href);
      default:
        return refuse('an instance of a class');
    }
  }

  function packInner(inner: unknown, name: string | number): unknown {
    path.push(name);
    const packed = pack(inner);
    path.pop();
    return packed;
  }

  function refuse(what: string): never {
    const where = path.length > 0 ? ` at ${path.slice(0, 10).join('.')}` : '';
    throw new StreambedError('SB_STATE_UNSUPPORTED', `${subject}${where} is ${what}.`);
  }
}

function tagged(type: string, v: unknown): object {
  return { [TAG]: type, v };
}

/**
 * Reverses `packValue`. A value that is JSON is returned as it is. Throws for values that
 * `packValue` never makes. No value runs code or sets a prototype.
 */
export function unpackValue(packed: unknown, depth = 0): unknown {
  if (typeof packed !== 'object' || packed === null) return packed;
  // Values that are not JSON take more levels packed.
  if (depth > 3 * MAX_DEPTH) return fail('a value of an unknown type');
  const unpack = (inner: unknown): unknown => unpackValue(inner, depth + 1);
  if (Array.isArray(packed)) return mapItems(packed, unpack);
  if (!Object.hasOwn(packed, TAG)) return mapMembers(packed as Members, unpack);
  const { [TAG]: type, v } = packed as Members;
  const isText = typeof v === 'string';
  if (type === 'undefined') return undefined;
  if (type === 'number' && isText && /^(-0|NaN|-?Infinity)$/.test(v)) return Number(v);
  if (type === 'bigint' && isText && v.length <= MAX_DIGITS && /^-?\d+$/.test(v)) return BigInt(v);
  if (type === 'date') return new Date(typeof v === 'number' ? v : NaN);
  if (type === 'map') return new Map(mapItems(listOf(v), unpack).map(pairOf));
  if (type === 'set') return new Set(mapItems(listOf(v), unpack));
  if (type === 'url') return new URL(textOf(v));
  if (type === 'object') return mapMembers(membersOf(v), unpack);
  return fail('a value of an unknown type');
}

function pairOf(item: unknown): [unknown, unknown] {
  const { length, 0: key, 1: value } = listOf(item);
  return length === 2 ? [key, value] : fail('a map without pairs');
}

// --- containers: the same one if no member differs

function mapItems(
  items: readonly unknown[],
  step: (item: unknown, at: number) => unknown,
): readonly unknown[] {
  // Makes members of holes, too.
  const mapped = Array.from(items, step);
  return sameItems(mapped, items) ? items : mapped;
}

function mapMembers(members: Members, step: (member: unknown, name: string) => unknown): object {
  const names = Object.keys(members);
  const values = names.map((name) => members[name]);
  const mapped = values.map((member, at) => step(member, names[at]));
  if (sameItems(mapped, values)) return members;
  // `fromEntries` makes own members, of the name `__proto__` too.
  return Object.fromEntries(mapped.map((member, at) => [names[at], member])) as object;
}

function sameItems(items: readonly unknown[], others: readonly unknown[]): boolean {
  return items.every((item, at) => Object.is(item, others[at]));
}

// --- errors

/** A failure without its stack and cause, and without parts of the request or the response. */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
}

/**
 * The parts of a failure that are safe to send: name, message, `code` and `status`. An error can
 * choose them with `toJSON()`. Other errors of the library get a general message, because theirs
 * may quote a response.
 */
export function packError(error: Error): PackedError {
  const { toJSON } = error as { toJSON?: unknown };
  const parts: unknown = typeof toJSON === 'function' ? toJSON.call(error) : error;
  const { name, message, code, status } = Object(parts) as Members;
  const isOfLibrary = parts === error && StreambedError.is(error);
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: isOfLibrary ? generalMessage(error) : typeof message === 'string' ? message : '',
    ...(typeof code === 'string' && { code }),
    ...(Number.isFinite(status) && { status: status as number }),
  };
}

/** The advice follows the code. */
function generalMessage({ code, message }: StreambedError): string {
  const [advice = ''] = message.split(`[${code}]`).slice(-1);
  return `It failed. [${code}]${advice}`;
}

/**
 * Reverses `packError`: a StreambedError if it has one of its codes, but never a subclass. Throws
 * for values that `packError` never makes.
 */
export function unpackError(value: unknown): Error {
  const { name, message, code, status } = membersOf(value);
  const packed: PackedError = {
    name: textOf(name),
    message: textOf(message),
    ...(code !== undefined && { code: textOf(code) }),
    ...(status !== undefined && { status: numberOf(status) }),
  };
  // Includes codes of other versions of the library.
  const error = packed.code?.startsWith('SB_')
    ? new StreambedError(packed.code as ErrorCode, '')
    : new Error();
  // Packing it again gives the same.
  Object.defineProperty(error, 'toJSON', { value: () => packed });
  const { name: own, message: text, ...rest } = packed;
  for (const [member, given] of Object.entries({ name: own, message: text })) {
    Object.defineProperty(error, member, { value: given, configurable: true, writable: true });
  }
  return Object.assign(error, rest);
}

// --- checks of JSON from elsewhere

/** `what` continues `A dehydrated state holds`. */
export function fail(what: string): never {
  throw new Error(what);
}

export function membersOf(value: unknown): Members {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Members) : fail('a value that should be an object');
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : fail('a value that should be an array');
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : fail('a value that should be a string');
}

export function numberOf(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : fail('a value that should be a number');
}
