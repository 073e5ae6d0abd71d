import { encodeKey } from '../../../shared/encodeKey.ts';
import { isPlainObject } from '../../../shared/isPlainObject.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import { nameOfShape } from '../nameOfShape.ts';
import type { CollectionKey, CollectionOptions } from './CollectionOptions.ts';

/** The identity of a list: its named arguments, and the primary key made from them. */
export interface ListIdentity {
  readonly args: CollectionKey;
  readonly pk: string;
}

/**
 * The identity of the list that a call names, or the member `key` of the entity `owner` around it.
 * Throws `SB_COLLECTION_ARGS`.
 */
export function listIdentity<A extends readonly unknown[], P>(
  { argsKey, nestKey }: CollectionOptions<A, P>,
  entityKey: string,
  args: readonly unknown[],
  key: string | undefined,
  owner: object | undefined,
): ListIdentity {
  const fail = (what: string): never => {
    throw new StreambedError('SB_COLLECTION_ARGS', `schema.Collection ${entityKey}: ${what}`);
  };
  let source = 'args[0]';
  let named: unknown = args[0] ?? {};
  // The casts hold: the functions are declared with the types of these arguments, and an owner has
  // the list as a member.
  if (owner && nestKey) [source, named] = ['nestKey()', nestKey(owner as P, key as string)];
  else if (argsKey) [source, named] = ['argsKey()', argsKey(...(args as unknown as A))];
  if (!isPlainObject(named)) {
    return fail(`${source} is ${nameOfShape(named)}, not an object of named arguments.`);
  }
  // Before `canonical`: `encodeKey` refuses values without a canonical form and names their path.
  const pk = encodeKey(named, undefined, source);
  if (pk === '{}' && source === 'nestKey()') {
    fail(`nestKey() has no value for "${key}", so all owners would share one list.`);
  }
  return { pk, args: canonical(named) as CollectionKey };
}

/**
 * The arguments as lists compare them: finite numbers and bigints as text, no undefined members. A
 * copy: stored data is frozen, the arguments must not be.
 */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
    return String(value);
  }
  if (Array.isArray(value)) return value.map(canonical);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}
