import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { runs } from '../../support/runs.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { openStoredTabs } from './storedTabs.ts';

class Row extends Entity {
  id = '';
  a = 0;
  b = 0;
  c = 0;
  static override readonly key = 'Row';
}

const idle = (): Promise<unknown> => new Promise(() => undefined);
const getRow = new Endpoint((_args: { id: string }) => idle(), { name: 'getRow', schema: Row });
const getRows = new Endpoint(() => idle(), { name: 'getRows', schema: new Collection([Row]) });
const getText = new Endpoint((_args: { id: string }) => idle(), { name: 'getText' });
const gone = new Invalidate(Row);

const ids = ['1', '2'];

/** All that the tabs and the storage have in common. */
function stateOf(store: Store): unknown {
  const { confirmed } = internalsOf(store).commits.latest;
  const list = confirmed.result(getRows.key())?.result;
  const row: { readonly members?: unknown } | undefined = confirmed.get('[Row]', String(list));
  return {
    rows: ids.map((id) => confirmed.get('Row', id)),
    texts: ids.map((id) => confirmed.result(getText.key({ id }))?.result),
    members: row?.members,
  };
}

/** Reads all keys as components do. */
function watch(store: Store): void {
  for (const id of ids) {
    store.observe(getRow, { id }).subscribe();
    store.observe(getText, { id }).subscribe();
  }
  store.observe(getRows).subscribe();
}

function write(store: Store, random: () => number): void {
  const pick = <T>(...all: readonly T[]): T => all[Math.floor(random() * all.length)];
  const id = pick('1', '2');
  const n = Math.floor(random() * 1_000);
  const partial = { ...(random() < 0.5 && { a: n }), ...(random() < 0.5 && { b: n + 1 }) };
  const row = pick({ id, a: n, b: n, c: n }, { id, ...partial }, { id, c: n });
  pick(
    () => store.setResponse(getRow, { id }, row as never),
    () => store.setResponse(getRow, { id }, row as never),
    () => store.set(gone, { id } as never),
    () => store.setResponse(getText, { id }, `${n}`),
    () => store.setResponse(getRows, [row as never]),
    () => store.set(getRows.schema.push, row as never),
    () => store.set(getRows.schema.remove, { id } as never),
  )();
}

/** Tabs that write at random, with slow messages and flushes; one crashes, and one opens late. */
async function history(seed: number): Promise<readonly unknown[]> {
  const random = seededRandom(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const { channel, open, pass } = openStoredTabs({ random });
  const tabs = [await open(), await open({ flushWait: 10 })];
  channel.delay(() => upTo(300));
  for (const { store } of tabs) watch(store);
  await pass(10);
  for (const { store } of tabs) {
    for (const id of ids) {
      store.setResponse(getRow, { id }, { id, a: 0, b: 0, c: 0 });
      store.setResponse(getText, { id }, '0');
    }
    store.setResponse(getRows, []);
  }
  await pass(1_000);
  const [crash, late] = [upTo(12), upTo(12)];
  for (let step = 0; step < 12; step++) {
    write(tabs[upTo(tabs.length)].store, random);
    await pass(upTo(60));
    if (step === crash) tabs.splice(upTo(tabs.length), 1)[0].crash();
    if (step !== late) continue;
    const tab = await open({ flushWait: 50 });
    watch(tab.store);
    tabs.push(tab);
    await pass(1);
  }
  await pass(1_000);
  await pass(1_000);
  expect(tabs.flatMap(({ reported }) => reported)).toEqual([]);
  for (const tab of tabs) tab.crash();
  const next = await open();
  watch(next.store);
  await pass(1);
  return [...tabs, next].map(({ store }) => stateOf(store));
}

it('leaves all tabs and the storage with the same data, whichever tab crashes (R33)', async () => {
  for (let seed = 1; seed <= runs(100); seed++) {
    const [first, ...others] = await history(seed);
    for (const other of others) expect({ seed, state: other }).toEqual({ seed, state: first });
  }
});
