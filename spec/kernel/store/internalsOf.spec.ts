import { createStore, dehydrate, rehydrate, type Store } from 'streambed';
import { ann, User } from '../../support/entities.ts';

describe('functions of a store', () => {
  it('accept a copy of the store by spread', () => {
    const store = createStore();
    store.set(User, ann);
    const copy: Store = { ...store, fetch: () => Promise.reject(new Error('offline')) };
    const other = createStore();
    rehydrate({ ...other }, dehydrate(copy));
    expect(other.get(User, { id: ann.id })).toMatchObject(ann);
  });

  it('refuse an object that createStore() did not make', () => {
    const lookalike = { stats: () => ({}) } as unknown as Store;
    expect(() => dehydrate(lookalike)).toThrow('SB_STORE_UNKNOWN');
  });

  it('refuse a store that was disposed', () => {
    const store = createStore();
    const state = dehydrate(store);
    store.dispose();
    expect(() => dehydrate(store)).toThrow('SB_DISPOSED');
    expect(() => rehydrate(store, state)).toThrow('SB_DISPOSED');
  });
});
