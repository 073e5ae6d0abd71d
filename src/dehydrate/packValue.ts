import { isPlainObject } from '../shared/isPlainObject.ts';
import { SB_STATE_UNSUPPORTED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * The maximum depth of nested values. `JSON.stringify` and `JSON.parse` manage it on every stack.
 */
export const MAX_PACKED_DEPTH = 500;

/** The maximum number of digits of a bigint: the time to parse one grows with their square. */
export const MAX_DIGITS = 4_000;

/**
 * Values that JSON lacks are packed as an object with this member, which names the kind, and a
 * member `v` with the value.
 */
export const TAG = '$';

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
  if (walk.containers.length >= MAX_PACKED_DEPTH) {
    return refuse(`nested deeper than ${MAX_PACKED_DEPTH} levels`, walk);
  }
  if (walk.containers.includes(value)) return refuse('an object that contains itself', walk);
  walk.containers.push(value);
  const packed = packContent(value, walk);
  walk.containers.pop();
  return packed;
}

function packContent(value: object, walk: Walk): unknown {
  if (Array.isArray(value)) return packItems(value, walk);
  if (isPlainObject(value)) return packMembers(value, walk);
  // The tag also recognises objects of another realm.
  switch (Object.prototype.toString.call(value)) {
    case '[object Date]': {
      const time = Number(value);
      return tagged('date', Number.isNaN(time) ? null : time);
    }
    case '[object Map]':
      return tagged('map', packItems([...(value as Map<unknown, unknown>)], walk));
    case '[object Set]':
      return tagged('set', packItems([...(value as Set<unknown>)], walk));
    case '[object URL]':
      return tagged('url', (value as URL).href);
    default:
      return refuse('an instance of a class', walk);
  }
}

function packItems(items: readonly unknown[], walk: Walk): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    walk.path.push(String(i));
    const packed = pack(items[i], walk);
    walk.path.pop();
    if (packed !== items[i]) (copy ??= [...items])[i] = packed;
  }
  return copy ?? items;
}

function packMembers(members: Readonly<Record<string, unknown>>, walk: Walk): object {
  if (Object.getOwnPropertySymbols(members).length > 0) refuse('named by symbols', walk);
  let isSame = true;
  const entries = Object.keys(members).map((name): [string, unknown] => {
    walk.path.push(name);
    const packed = pack(members[name], walk);
    walk.path.pop();
    if (packed !== members[name]) isSame = false;
    return [name, packed];
  });
  // `fromEntries` makes own members, of the name `__proto__` too.
  const packed = isSame ? members : Object.fromEntries(entries);
  return Object.hasOwn(members, TAG) ? tagged('object', packed) : packed;
}

function refuse(what: string, { subject, path }: Walk): never {
  const where = path.length > 0 ? ` at ${path.slice(0, 10).join('.')}` : '';
  throw new StreambedError(SB_STATE_UNSUPPORTED, `${subject}${where} is ${what}.`);
}
