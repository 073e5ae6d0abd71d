import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { persist, storedKeys } from '../../../src/features/persist/persist.ts';
import { storageStatus$ } from '../../../src/features/persist/StorageState.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { ann, Post, User } from '../../support/entities.ts';
import { until } from '../../support/until.ts';
import { getPost, getPosts } from './persistKit.ts';

const post = { id: '7', title: 'Hi', author: ann };

beforeEach(() => void Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange }));

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  Reflect.deleteProperty(globalThis, 'IDBKeyRange');
});

it('data is stored in IndexedDB by default, and deleted at log-out', async () => {
  const start = () =>
    createStore({ plugins: [persist({ name: 'spec', flushWait: 0, loadTimeout: 60_000 })] });
  const first = start();
  await until('the storage is open', () => storageStatus$(first).getValue() === 'storage');
  first.setResponse(getPost, { id: '7' }, post);
  first.setResponse(getPosts, [post]);
  first.dispose();

  const second = start();
  await storedKeys(second, [[getPosts], [getPost, { id: '7' }]]);
  expect(second.getState(getPosts).data).toEqual([second.get(Post, { id: '7' })]);
  expect(second.get(User, { id: '1' })?.name).toBe('Ann');
  await second.reset();
  second.dispose();

  const third = start();
  await storedKeys(third, [[getPosts]]);
  expect(third.getState(getPosts).data).toBeUndefined();
  third.dispose();
});

it('a platform without IndexedDB stores nothing, and delays nothing (R24)', async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  const store = createStore({ plugins: [persist({ name: 'spec' })] });
  const seen: unknown[] = [];
  storageStatus$(store).subscribe({
    next: (status) => seen.push(status),
    complete: () => seen.push('complete'),
  });
  await storedKeys(store, [[getPosts], [getPost, { id: '7' }]]);
  expect(store.getState(getPosts)).toMatchObject({ status: 'invalid', data: undefined });
  expect(seen).toEqual(['memory']);
  store.dispose();
  expect(seen).toEqual(['memory', 'complete']);
});

it('a store without persist has neither stored keys nor a status of its storage', async () => {
  const store = createStore();
  expect(() => storageStatus$(store)).toThrow('no plugin persist');
  await expect(storedKeys(store, [])).rejects.toThrow('no plugin persist');
  store.dispose();
});
