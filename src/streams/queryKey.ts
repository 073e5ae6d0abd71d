import { pkOfQuery } from '../schema/pkOfQuery.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import { sameFlatArgs } from './sameFlatArgs.ts';

type Args = readonly unknown[];

/**
 * What to look for among the queries of a schema: the primary key, where it is found at once, else the canonical text of the arguments. One
 * primary key can be named by several arguments; see {@link isKeyOf}. Throws `SB_KEY_UNSUPPORTED`.
 */
export function queryKey(schema: object, args: Args): string {
  const pk = sameFlatArgs(args, args) ? pkOfQuery(schema, args) : undefined;
  return pk === undefined || isText(pk) ? encodeKey(args) : pk;
}

/** Whether a key that `other` was found by is that of `args`, too. */
export function isKeyOf(key: string, args: Args, other: Args): boolean {
  return isText(key) || sameFlatArgs(args, other);
}

/** Texts of arguments are those of lists. */
function isText(key: string): boolean {
  return key.startsWith('[');
}
