import { encodeKey } from '../shared/encodeKey.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import { SB_COLLECTION_ARGS } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { CollectionOptions } from './CollectionOptions.ts';
import { nameOfShape } from './nameOfShape.ts';

/** The named arguments that tell the lists of one kind from each other. Numbers are texts, as in keys; `undefined` is left out. */
export type CollectionKey = Readonly<Record<string, unknown>>;

/** Which list it is: the named arguments, and the primary key that is made of them. */
export interface CollectionIdentity {
  readonly args: CollectionKey;
  readonly pk: string;
}

/** What may say which list it is. */
interface Place {
  readonly args: readonly unknown[];
  /** The name under which the list stands. */
  readonly key: string;
  /** The entity in which it stands. */
  readonly owner: object | undefined;
}

/** The identity of the list that a call, or the entity around it, names. Throws `SB_COLLECTION_ARGS`. */
export function identityOfCall<A extends readonly unknown[], P>(
  { argsKey, nestKey }: Pick<CollectionOptions<A, P>, 'argsKey' | 'nestKey'>,
  kind: string,
  { args, key, owner }: Place,
): CollectionIdentity {
  // The casts hold: who gives the functions says what they are called with.
  if (owner && nestKey) {
    const identity = collectionIdentity(nestKey(owner as P, key), 'nestKey()', kind);
    if (identity.pk !== '{}') return identity;
    throw new StreambedError(
      SB_COLLECTION_ARGS,
      `schema.Collection ${kind}: nestKey() has no value for "${key}", so all owners would share one list.`,
    );
  }
  return argsKey
    ? collectionIdentity(argsKey(...(args as unknown as A)), 'argsKey()', kind)
    : collectionIdentity(args[0] ?? {}, 'args[0]', kind);
}

/** The identity that `named` says. `source` is what error messages call it, for example `argsKey()`. Throws `SB_COLLECTION_ARGS`. */
function collectionIdentity(named: unknown, source: string, kind: string): CollectionIdentity {
  if (!isPlainObject(named)) {
    throw new StreambedError(
      SB_COLLECTION_ARGS,
      `schema.Collection ${kind}: ${source} is ${nameOfShape(named)}, not an object of named arguments.`,
    );
  }
  // First: it refuses what has no canonical form, and names the place.
  const pk = encodeKey(named, undefined, source);
  return { pk, args: canonical(named) as CollectionKey };
}

/** A copy: what is stored is frozen, what was given is not. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
    return String(value);
  }
  if (Array.isArray(value)) return value.map(canonical);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}
