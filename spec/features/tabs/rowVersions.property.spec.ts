import { Entity } from '../../../src/data/schema/Entity.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { runs } from '../../support/runs.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { Doc, openTabs } from './tabsKit.ts';

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
const getDoc = new Endpoint((_args: { id: string }) => idle(), { name: 'getDoc', schema: Doc });
const gone = new Invalidate(Row);

/** All that the tabs have in common. */
function stateOf(store: Store): unknown {
  const { confirmed } = internalsOf(store).commits.latest;
  const ids = ['1', '2'];
  const list = confirmed.result(getRows.key())?.result;
  const row: { readonly members?: unknown } | undefined = confirmed.get('[Row]', String(list));
  return {
    rows: ids.map((id) => confirmed.get('Row', id)),
    times: ids.map((id) => confirmed.meta('Row', id)?.receivedAt),
    docs: ids.map((id) => confirmed.get('Doc', id)),
    texts: ids.map((id) => confirmed.result(getText.key({ id }))?.result),
    list,
    members: row?.members,
  };
}

function write({ store }: { readonly store: Store }, random: () => number): void {
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
    () => store.setResponse(getDoc, { id }, { id, version: n % 7, text: `${n}` }),
    () => store.setResponse(getRows, [row as never]),
  )();
}

/** Tabs that write at random, with messages that take their time. */
function history(seed: number): readonly unknown[] {
  const random = seededRandom(seed);
  const { channel, clock, tabs } = openTabs(2 + (seed % 2), {}, { random });
  channel.delay(() => Math.floor(random() * 60));
  for (const { store } of tabs) {
    for (const id of ['1', '2']) {
      store.setResponse(getRow, { id }, { id, a: 0, b: 0, c: 0 });
      store.setResponse(getText, { id }, '0');
      store.setResponse(getDoc, { id }, { id, version: 0, text: '0' });
      store.observe(getDoc, { id }).subscribe();
    }
    store.setResponse(getRows, []);
  }
  clock.advance(200);
  for (let step = 0; step < 15; step++) {
    write(tabs[Math.floor(random() * tabs.length)], random);
    clock.advance(Math.floor(random() * 20));
  }
  clock.advance(1_000);
  expect(tabs.flatMap(({ reported }) => reported)).toEqual([]);
  return tabs.map(({ store }) => stateOf(store));
}

it('leaves all tabs with the same data, in whichever order messages arrive (R33)', () => {
  for (let seed = 1; seed <= runs(300); seed++) {
    const [first, ...others] = history(seed);
    for (const other of others) expect({ seed, state: other }).toEqual({ seed, state: first });
  }
});
