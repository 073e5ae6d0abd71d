import { pkOfQuery } from '../schema/pkOfQuery.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import { sameFlatArgs } from './sameFlatArgs.ts';

type Args = readonly unknown[];

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
