import { pkOfQuery } from '../../data/schema/Entity.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { encodeKey } from '../../shared/encodeKey.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';

/**
 * Identifies a query among those of its schema: the pk where the args name one directly, else the
 * encoded args. Different args can name one pk; see {@link isKeyOf}. Throws `SB_KEY_UNSUPPORTED`.
 */
export function queryKey(schema: object, args: Args): string {
  const pk = sameFlatArgs(args, args) ? pkOfQuery(schema, args) : undefined;
  return pk === undefined || isText(pk) ? encodeKey(args) : pk;
}

/** Whether `args` and `other` are one query, where both have this key. */
export function isKeyOf(key: string, args: Args, other: Args): boolean {
  return isText(key) || sameFlatArgs(args, other);
}

/** Whether a key is encoded args, which are a list. */
function isText(key: string): boolean {
  return key.startsWith('[');
}

/**
 * Whether both are one string, number or plain object of these, and make the same key. Comparing
 * the members takes a tenth of the time of making two keys.
 */
export function sameFlatArgs(args: Args, others: Args): boolean {
  if (args.length !== 1 || others.length !== 1) return false;
  const [arg] = args;
  const [other] = others;
  if (!isPlainObject(arg) || !isPlainObject(other)) return isSame(arg, other);
  let count = 0;
  for (const name in arg) {
    if (!isSame(arg[name], other[name])) return false;
    count++;
  }
  for (const _ in other) count--;
  return count === 0;
}

/** A number equals the string it prints as, as in keys. */
function isSame(value: unknown, other: unknown): boolean {
  if (!isFlat(value)) return false;
  return value === other || (isFlat(other) && String(value) === String(other));
}

function isFlat(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isFinite(value);
}
