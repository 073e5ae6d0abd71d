import { createStore, Endpoint, type Store } from 'streambed';
import { Entity } from 'streambed/schema';
import { persist } from 'streambed/persist';
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

let store: Store;
let shown: (number | undefined)[] = [];

/** Makes the store of the page, with stored data or without. */
export function start(isStored: boolean): void {
  const plugins = isStored
    ? [persist({ name: 'shop', flushWait: 0 }), shareTabs()]
    : [shareTabs({ name: 'shop' })];
  store = createStore({ plugins });
}

/** Shows a row as a component does. Resolves with its first number. */
export function show(id: string): Promise<number> {
  shown = [];
  return new Promise((resolve) => {
    store.observe(getRow, { id }).subscribe(({ data }) => {
      shown.push(data?.n);
      if (data) resolve(data.n);
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

/** The number that the store has; `undefined` without the row. */
export function known(id: string): number | undefined {
  return store.get(Row, { id })?.n;
}

/** Resolves when the store has a number, or none. */
export async function knows(id: string, n: number | undefined): Promise<void> {
  while (known(id) !== n) await new Promise((resolve) => setTimeout(resolve, 5));
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
