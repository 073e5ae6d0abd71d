import type { Store } from 'streambed';

/** The data of a store as one comparable value: its table and its size. */
export function storeHash(store: Store): readonly unknown[] {
  return [store.entities$.getValue(), store.stats().entities];
}
