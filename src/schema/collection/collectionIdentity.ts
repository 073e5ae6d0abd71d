import { encodeKey } from '../../shared/encodeKey.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { CollectionKey, CollectionOptions } from './CollectionOptions.ts';
import { nameOfShape } from '../nameOfShape.ts';

/** The identity of a list: its named arguments, and the primary key made from them. */
export interface CollectionIdentity {
  readonly args: CollectionKey;
  readonly pk: string;
}

/**
 * The identity of the list that a call names, or the member `key` of the entity `owner` around it.
 * Throws `SB_COLLECTION_ARGS`.
 */
export function collectionIdentity<A extends readonly unknown[], P>(
  { argsKey, nestKey }: CollectionOptions<A, P>,
  entityKey: string,
  args: readonly unknown[],
  key: string,
  owner: object | undefined,
): CollectionIdentity {
  const fail = (what: string): never => {
    throw new StreambedError('SB_COLLECTION_ARGS', `schema.Collection ${entityKey}: ${what}`);
  };
  let source = 'args[0]';
  let named: unknown = args[0] ?? {};
  // The casts hold: the functions are declared with the types of these arguments.
  if (owner && nestKey) [source, named] = ['nestKey()', nestKey(owner as P, key)];
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

/** A copy, because stored data is frozen and the arguments must not be. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
    return String(value);
  }
  if (Array.isArray(value)) return value.map(canonical);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}
