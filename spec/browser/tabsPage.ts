import { createStore, Endpoint, type Store } from 'streambed';
import { Entity } from 'streambed/schema';
import { indexedDBStorage, persist } from 'streambed/persist';
import { shareTabs } from 'streambed/tabs';

// A program that shares its data with its other tabs, which the spec drives.

class Row extends Entity {
  id = '';
  n = 0;
  static override readonly key = 'Row';
}

const rowOf = async (path: string): Promise<unknown> => (await fetch(path)).json();

const getRow = new Endpoint(({ id }: { id: string }) => rowOf(`/row/${id}`), {
  name: 'getRow',
  schema: Row,
});

const saveRow = new Endpoint(({ id, n }: { id: string; n: number }) => rowOf(`/save/${id}/${n}`), {
  name: 'saveRow',
  schema: Row,
  sideEffect: true,
  getOptimisticResponse: (_snapshot, row) => row,
});

let store: Store;
let shown: (number | undefined)[] = [];

/** Makes the store of the page, with stored data or without. */
export function start(isStored: boolean, flushWait = 0): void {
  const plugins = isStored
    ? [persist({ name: 'shop', flushWait }), shareTabs()]
    : [shareTabs({ name: 'shop' })];
  store = createStore({ plugins });
}

/**
 * Shows a row as a component does. Resolves with its number once no request is in flight: a response
 * that arrives after the edit of another tab replaces it.
 */
export function show(id: string): Promise<number> {
  shown = [];
  return new Promise((resolve) => {
    store.observe(getRow, { id }).subscribe(({ data, fetching }) => {
      shown.push(data?.n);
      if (data && !fetching) resolve(data.n);
    });
  });
}

/** Resolves when the row shows a number, or nothing. */
export async function shows(n: number | undefined): Promise<void> {
  while (shown.at(-1) !== n) await new Promise((resolve) => setTimeout(resolve, 5));
}

export function edit(id: string, n: number): void {
  store.set(Row, { id, n });
}

/** Edits a row `count` times, as fast as timers run. */
export async function editMany(id: string, first: number, count: number): Promise<void> {
  for (let n = first; n < first + count; n++) {
    edit(id, n);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Has the server save a number. Resolves with the one that it has then. */
export async function save(id: string, n: number): Promise<number | undefined> {
  return (await store.fetch(saveRow, { id, n })).n;
}

/** Fetches a row, whatever the store has. */
export async function refetch(id: string): Promise<number | undefined> {
  return (await store.fetch(getRow, { id })).n;
}

/** Has the page stand still until the server responds. */
export function standStill(path: string): void {
  const request = new XMLHttpRequest();
  request.open('GET', path, false);
  request.send();
}

/** The number that the store has; `undefined` without the row. */
export function known(id: string): number | undefined {
  return store.get(Row, { id })?.n;
}

/** Resolves when the store has a number, or none. */
export async function knows(id: string, n: number | undefined): Promise<void> {
  while (known(id) !== n) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The number that is stored, read beside the store. */
export async function stored(id: string): Promise<number | undefined> {
  const open = await indexedDBStorage({ name: 'shop' }).open(() => undefined);
  const row = await open.read((tables) => tables.get('rows', ['Row', id]));
  open.close();
  // The cast holds for the row of an entity that was not removed.
  return (row as readonly [number, number, number, Row] | undefined)?.[3].n;
}

export function logOut(): Promise<void> {
  return store.reset();
}

/** How long an edit takes to another tab and back, ms. */
export async function roundTrip(id: string, n: number): Promise<number> {
  const began = performance.now();
  edit(id, n);
  await shows(n + 1);
  return performance.now() - began;
}

/** Has each edit of another tab followed by one more. */
export function echo(id: string): void {
  store.observe(getRow, { id }).subscribe(({ data }) => {
    if (data && data.n % 2 === 1) edit(id, data.n + 1);
  });
}
