import { createStore, RestEndpoint, type Store } from 'streambed';
import { All, Entity } from 'streambed/schema';
import { offline, type Outbox, outboxOf } from 'streambed/offline';
import { indexedDBStorage, type OpenStorage, persist } from 'streambed/persist';

// A program that makes mutations until it is killed, which the spec drives.

class Note extends Entity {
  id = '';
  n = 0;
  static override readonly key = 'Note';
}

/** Names the tab in its requests. */
export const tab = Math.random().toString(36);

const getHeaders = (headers: Readonly<Record<string, string>>) => ({ ...headers, 'x-tab': tab });

/** A claim lasts as long. */
const timeout = 2_000;

const create = new RestEndpoint({
  path: '/notes',
  method: 'POST',
  body: {} as { n: number },
  schema: Note,
  timeout,
  getHeaders,
  getOptimisticResponse: (_, note) => note,
});

const write = new RestEndpoint({
  path: '/notes/:id',
  method: 'PUT',
  body: {} as { n: number },
  schema: Note,
  timeout,
  getHeaders,
  getOptimisticResponse: (_, { id }, { n }) => ({ id, n }),
});

const NAME = 'notes';

let store: Store;
let outbox: Outbox;
let storage: OpenStorage;
/** The numbers of settled mutations. */
const settled = new Set<number>();

/** Makes the store of the page, with stored data or without. Mutations of before are sent at once. */
export async function start(isPersisted: boolean): Promise<void> {
  const queue = offline({ name: NAME, mutations: [create, write] });
  store = createStore({ plugins: isPersisted ? [persist({ name: NAME }), queue] : [queue] });
  outbox = outboxOf(store);
  outbox.settled$.subscribe(({ args }) => settled.add(numberIn(args)));
  storage = await indexedDBStorage({ name: NAME }).open(() => undefined);
}

/**
 * Writes two notes, creates one, and writes that, again and again. Each mutation has the next
 * number. The server hears of those that are stored.
 */
export async function makeMutations(from: number): Promise<void> {
  for (let n = from + 1; ; n += 4) {
    make(store.fetch(write, { id: 'a' }, { n }));
    make(store.fetch(write, { id: 'b' }, { n: n + 1 }));
    make(store.fetch(create, { n: n + 2 }));
    const created = store.get(new All(Note))?.find((note) => note.n === n + 2);
    if (created) make(store.fetch(write, { id: created.id }, { n: n + 3 }));
    await until(async () => (await storedAfter(n)).size === (created ? 4 : 3));
    await fetch(`/made/${n + (created ? 3 : 2)}`);
  }
}

export function wake(): void {
  void outbox.flush();
}

/** Resolves with the number of failed mutations when no mutation waits any more. */
export async function drain(): Promise<number> {
  await until(async () => {
    await outbox.flush();
    return outbox.pending$.getValue().length === 0;
  });
  return outbox.failed$.getValue().length;
}

/** A killed page does not hear of its mutations. */
function make(mutation: Promise<unknown>): void {
  mutation.catch(() => undefined);
}

/** The numbers of the mutations from `n` on that are stored or settled. */
async function storedAfter(n: number): Promise<ReadonlySet<number>> {
  const stored = await storage.read((tables) => tables.range('mutations', [], Infinity));
  // The cast holds: a stored mutation has its args.
  const inStorage = stored.map(([, value]) => numberIn((value as { args: unknown[] }).args));
  return new Set([...inStorage, ...settled].filter((number) => number >= n));
}

/** The number is in the last argument. */
function numberIn(args: readonly unknown[]): number {
  return (args.at(-1) as { readonly n: number }).n;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
