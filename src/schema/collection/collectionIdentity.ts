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

/** What a list may be identified by. */
interface Place {
  readonly args: readonly unknown[];
  /** The member that contains the list. */
  readonly key: string;
  /** The entity that contains the list. */
  readonly owner: object | undefined;
}

/**
 * The identity of the list that a call or the entity around it names. Throws `SB_COLLECTION_ARGS`.
 */
export function identityOfCall<A extends readonly unknown[], P>(
  { argsKey, nestKey }: Pick<CollectionOptions<A, P>, 'argsKey' | 'nestKey'>,
  kind: string,
  { args, key, owner }: Place,
): CollectionIdentity {
  // The casts hold: the functions are declared with the types of these arguments.
  if (owner && nestKey) {
    const identity = collectionIdentity(nestKey(owner as P, key), 'nestKey()', kind);
    if (identity.pk !== '{}') return identity;
    throw new StreambedError(
      'SB_COLLECTION_ARGS',
      `schema.Collection ${kind}: nestKey() has no value for "${key}", so all owners would share one list.`,
    );
  }
  return argsKey
    ? collectionIdentity(argsKey(...(args as unknown as A)), 'argsKey()', kind)
    : collectionIdentity(args[0] ?? {}, 'args[0]', kind);
}

/**
 * The identity for `named` arguments. Error messages call them `source`, for example `argsKey()`.
 * Throws `SB_COLLECTION_ARGS`.
 */
function collectionIdentity(named: unknown, source: string, kind: string): CollectionIdentity {
  if (!isPlainObject(named)) {
    throw new StreambedError(
      'SB_COLLECTION_ARGS',
      `schema.Collection ${kind}: ${source} is ${nameOfShape(named)}, not an object of named arguments.`,
    );
  }
  // Before `canonical`: `encodeKey` refuses values without a canonical form and names their path.
  const pk = encodeKey(named, undefined, source);
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
