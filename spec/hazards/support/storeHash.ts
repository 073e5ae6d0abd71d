import type { Store } from 'streambed';

/** The data of a store as one comparable value: the very table, and how much is in it. */
export function storeHash(store: Store): readonly unknown[] {
  return [store.entities$.getValue(), store.stats().entities];
}
