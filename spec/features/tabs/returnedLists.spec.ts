import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { createTestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  title = '';
  static override readonly key = 'Ticket';
}

const requests = new FakeRequests();
const send = (args: object) => requests.send(args);
const tickets = new Collection([Ticket]);
const getPage = new Endpoint((args: { status: string }) => send(args), {
  name: 'getPage',
  schema: { items: tickets, total: tickets.count },
});
const write = (name: string, schema: unknown) =>
  new Endpoint(send, {
    name,
    schema,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, args) => args,
  });
const create = write('create', tickets.push);
const edit = write('edit', Ticket);
const remove = write('remove', new Invalidate(Ticket));

const open = { status: 'open' };
const [one, two, three, four] = ['1', '2', '3', '4'].map((id) => ({ id, title: id, ...open }));
const closed = { ...two, status: 'closed' };

/** Mutations whose lists and numbers, or titles, go back to what they were; then the page. */
const cases = [
  [
    'a number',
    [
      [create, { title: '3', ...open }, three],
      [remove, { id: '2' }, { id: '2' }],
      [create, { title: '4', ...open }, four],
    ],
    '1, 3, 4: 3',
  ],
  [
    'a list',
    [
      [edit, closed, closed],
      [edit, two, two],
      [edit, closed, closed],
    ],
    '1: 1',
  ],
  [
    'a title',
    [
      [edit, { id: '2', title: 'b' }, { ...two, title: 'b' }],
      [edit, { id: '2', title: '2' }, two],
      [edit, { id: '2', title: 'b' }, { ...two, title: 'b' }],
    ],
    '1, b: 2',
  ],
] as const;

function shown(store: Store): string {
  const { data, status } = store.getState(getPage, open);
  const titles = data?.items.map(({ title }) => title).join(', ');
  return status === 'valid' ? `${titles}: ${data?.total}` : status;
}

describe.each(cases)('%s that changes, changes back, and changes again', (_what, changes, last) => {
  it('is stored as it is last', async () => {
    requests.sent.length = 0;
    const tabs = createTestTabs(0, {
      passThrough: true,
      plugins: ({ storage, ...platform }) => [
        persist({ name: 'spec', storage }),
        offline({ name: 'spec', mutations: [create, edit, remove], parallel: 1, ...platform }),
        shareTabs(platform),
      ],
    });
    const show = async () => {
      const tab = tabs.open();
      tab.observe(getPage, open).subscribe();
      await tabs.advance(300);
      return tab;
    };
    const first = await show();
    requests.last.answer({ items: [one, two], total: 2 });
    await tabs.advance(300);
    first.dispose();
    const second = await show();
    const { count } = requests;
    for (const [endpoint, args] of changes) void second.fetch(endpoint, args);
    await tabs.advance(200);
    for (const [at, [, , response]] of changes.entries()) {
      requests.at(count + at).answer(response);
      await tabs.advance(200);
    }
    expect(shown(second)).toBe(last);
    second.dispose();
    await tabs.advance(10);
    expect(shown(await show())).toBe(last);
    expect(requests.count).toBe(count + changes.length);
  });
});
