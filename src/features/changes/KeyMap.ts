import { tagOf } from '../../shared/tagOf.ts';

/**
 * What two equal keys have in common. Keys are equal as in the store: `1` equals `'1'`, and dates of
 * one time are equal.
 */
export function identityOf(key: unknown): unknown {
  if (typeof key === 'bigint' || (typeof key === 'number' && key === key)) return String(key);
  return typeof key === 'object' && tagOf(key) === 'Date' ? `\0${Number(key)}` : key;
}

/** Whether two keys are equal. */
export function isSameKey(a: unknown, b: unknown): boolean {
  return a === b || Object.is(identityOf(a), identityOf(b));
}

/** A map that has one entry for equal keys, with the key that was set first. */
export class KeyMap<K, V> extends Map<K, V> {
  // The keys that are not their identity, by identity; most maps have texts only. Without a value at
  // first: the constructor of `Map` calls `set`.
  private keysById: Map<unknown, K> | undefined;

  /** The key of the entry, or the given key if there is none. */
  keyOf(key: K): K {
    if (typeof key === 'string') return this.keysById ? (this.keysById.get(key) ?? key) : key;
    const identity = identityOf(key);
    // The cast holds: the map has this key.
    return this.keysById?.get(identity) ?? (super.has(identity as K) ? (identity as K) : key);
  }

  override get(key: K): V | undefined {
    return super.get(this.keyOf(key));
  }

  override has(key: K): boolean {
    return super.has(this.keyOf(key));
  }

  override set(key: K, value: V): this {
    const own = this.keyOf(key);
    const identity = typeof own === 'string' ? own : identityOf(own);
    if (identity !== own && own === own) (this.keysById ??= new Map()).set(identity, own);
    return super.set(own, value);
  }

  override delete(key: K): boolean {
    const own = this.keyOf(key);
    this.keysById?.delete(identityOf(own));
    return super.delete(own);
  }

  override clear(): void {
    this.keysById = undefined;
    super.clear();
  }
}
