import { createStore, Endpoint, type Store } from 'streambed';
import { Collection, Entity } from 'streambed/schema';
import {
  indexedDBStorage,
  type OpenStorage,
  persist,
  type StorageStatus,
  storageStatus$,
} from 'streambed/persist';

// A program with stored data, which the spec drives: a list of rows from a server.

class Row extends Entity {
  id = '';
  n = 0;
  static override readonly key = 'Row';
}

const rowsOf = async (path: string): Promise<unknown> => (await fetch(path)).json();

const getRows = new Endpoint(({ count }: { count: number }) => rowsOf(`/rows/${count}`), {
  name: 'getRows',
  schema: new Collection([Row]),
});

const getRow = new Endpoint(({ id }: { id: string }) => rowsOf(`/row/${id}`), {
  name: 'getRow',
  schema: Row,
});

const NAME = 'shop';

let store: Store;

/** Makes the store of the page, and resolves with what its storage is used for. */
export function start(version = 1, flushWait = 0): Promise<StorageStatus> {
  // A busy machine may load slowly: that is no failure of these specs.
  const loadTimeout = 20_000;
  store = createStore({ plugins: [persist({ name: NAME, version, flushWait, loadTimeout })] });
  return new Promise((resolve) => {
    storageStatus$(store).subscribe((now) => now !== 'opening' && resolve(now));
  });
}

/** Like `start`, in a page that is busy for some time, ms, after it has begun to open its storage. */
export async function startBusy(ms: number): Promise<StorageStatus> {
  const opened = start();
  await Promise.resolve();
  const end = performance.now() + ms;
  while (performance.now() < end);
  return opened;
}

export function status(): StorageStatus {
  return storageStatus$(store).getValue();
}

/** Reads a list as a component does. Resolves with the numbers of its rows. */
export function readRows(count: number): Promise<readonly number[]> {
  return new Promise((resolve) => {
    store.observe(getRows, { count }).subscribe(({ data }) => {
      if (data) resolve(data.map(({ n }) => n));
    });
  });
}

/** The number of a row, read as a component does. */
export function readRow(id: string): Promise<number> {
  return new Promise((resolve) => {
    store.observe(getRow, { id }).subscribe(({ data }) => data && resolve(data.n));
  });
}

/** Gives one number to all rows of a list of `count`, in one commit. */
export function writeRows(count: number, n: number, first = 0): void {
  const rows = Array.from({ length: count }, (_, at) => ({ id: String(first + at), n }));
  store.setResponse(getRows, { count }, rows);
}

/** Gives a number to one row. */
export function writeRow(id: string, n: number): void {
  store.setResponse(getRow, { id }, { id, n });
}

let storage: Promise<OpenStorage> | undefined;

function openStorage(): Promise<OpenStorage> {
  return (storage ??= indexedDBStorage({ name: NAME }).open(() => undefined));
}

function numberOf(stored: unknown): number {
  // The cast holds for the row of an entity that was not removed.
  return (stored as readonly [number, number, number, { readonly n: number }])[3].n;
}

/** The number of each stored row by its id, read beside the store. */
export async function storedRows(): Promise<Readonly<Record<string, number>>> {
  const open = await openStorage();
  const found = await open.read((tables) => tables.range('rows', ['Row'], Infinity));
  return Object.fromEntries(found.map(([key, value]) => [key[1], numberOf(value)]));
}

/** Resolves when a stored row has a number. */
export function isStored(id: string, n: number): Promise<void> {
  return until(async () => (await storedRows())[id] === n);
}

/** Resolves when the list of `count` rows is stored with all of them. */
export function allStored(count: number): Promise<void> {
  return until(async () => {
    const open = await openStorage();
    const result = await open.read((tables) => tables.get('results', getRows.key({ count })));
    return result !== undefined && Object.keys(await storedRows()).length === count;
  });
}

export function hasStatus(wanted: StorageStatus): Promise<void> {
  return until(async () => status() === wanted);
}

/** Writes a row of its own and a row of all tabs, `count` times, and resolves when both are stored. */
export async function writeMany(first: number, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    writeRow(String(first + n), n);
    writeRow('both', n);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await isStored(String(first + count), count);
}

/** Counts up from `n` in all rows of a list, one commit per number, and tells the server each. */
export async function countInStore(count: number, n: number): Promise<void> {
  for (let next = n + 1; ; next++) {
    writeRows(count, next);
    await fetch(`/counted/${next}`);
  }
}

/** The same in strict commits of the storage: the server hears of what is stored. */
export async function countInStorage(count: number, n: number): Promise<void> {
  const open = await openStorage();
  for (let next = n + 1; ; next++) {
    await open.commit(async (tables) => {
      for (let at = 0; at < count; at++) {
        tables.put('rows', ['Row', String(at)], [0, 0, null, { n: next }]);
      }
      tables.put('mutations', 'last', next);
    }, 'strict');
    await fetch(`/counted/${next}`);
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
