import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { createTestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';

class Ticket extends Entity {
  id = '';
  title = '';
  project = '';
  owner: User | undefined = undefined;
  static override readonly key = 'Ticket';
  static override schema = { owner: User };
}
/** A class of a page that shows no owner. */
class TicketTitle extends Entity {
  id = '';
  title = '';
  static override readonly key = 'Ticket';
}
class Project extends Entity {
  id = '';
  name = '';
  tickets: Ticket[] = [];
  static override readonly key = 'Project';
  static override schema = {
    tickets: new Collection([Ticket], { nestKey: ({ id }) => ({ project: id }) }),
  };
}

const requests = new FakeRequests();
const send = (...args: readonly unknown[]) => requests.send(...args);
const read = (name: string, schema: unknown) =>
  new Endpoint((args: object) => send(args), { name, schema, lookup: true });
const write = (name: string, schema: unknown) =>
  new Endpoint((args: object) => send(args), {
    name,
    schema,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, args) => args,
  });

const tickets = new Collection([Ticket]);
const getTickets = read('getTickets', tickets);
const getPage = read('getPage', { items: tickets, total: tickets.count });
const getTicket = read('getTicket', Ticket);
const getProject = read('getProject', Project);
const open = new Collection([Ticket], {
  filter: (_args, { title }) => title !== 'closed',
});
const getOpen = read('getOpen', open);
const createOpen = write('createOpen', open.push);
const create = write('create', tickets.push);
const edit = write('edit', Ticket);
const retitle = write('retitle', TicketTitle);
const editProject = write('editProject', Project);
const mutations = [create, edit, retitle, editProject];

const ann = { id: '1', name: 'Ann' };
const one = { id: '1', title: 'One', project: 'p', owner: ann };
const two = { id: '2', title: 'Two', project: 'p', owner: { id: '2', name: 'Bea' } };
const { id: _, ...added } = two;
const all = { project: 'p' };

/** What a page shows, its response, a mutation, what that responds, and the titles and owners then. */
const cases = [
  ['a list', getTickets, all, [one], create, added, two, 'One Ann, Two Bea'],
  [
    'a list with its number',
    getPage,
    all,
    { items: [one], total: 1 },
    create,
    added,
    two,
    'One Ann, Two Bea, 2',
  ],
  [
    'a list with an edited member',
    getTickets,
    all,
    [one, two],
    edit,
    ...edited('1'),
    'U Ann, Two Bea',
  ],
  ['an entity that nests another one', getTicket, { id: '1' }, one, edit, ...edited('1'), 'U Ann'],
  ['an entity of two classes', getTicket, { id: '1' }, one, retitle, ...edited('1'), 'U Ann'],
  [
    'an entity that nests a list',
    getProject,
    { id: 'p' },
    { id: 'p', name: 'P', tickets: [one] },
    editProject,
    { id: 'p', name: 'Q' },
    { id: 'p', name: 'Q' },
    'Q, One Ann',
  ],
  [
    'an entity with a list that gets a member',
    getProject,
    { id: 'p' },
    { id: 'p', name: 'P', tickets: [one] },
    create,
    added,
    two,
    'P, One Ann, Two Bea',
  ],
] as const;

function edited(id: string): readonly [args: object, response: object] {
  return [
    { id, title: 'U' },
    { id, title: 'U' },
  ];
}

function shown(data: unknown): string {
  const { name, tickets: nested, items = nested, total } = Object(data) as Record<string, unknown>;
  const list = (items ?? (Array.isArray(data) ? data : [data])) as Partial<Ticket>[];
  const texts = list.map(({ title, owner }) => `${title} ${owner?.name}`);
  const parts = [name, ...texts, total].filter((text) => text !== undefined);
  return parts.map(String).join(', ');
}

/** All that a page shows as valid. */
function observe(store: Store, endpoint: typeof getTickets, args: object): Set<string> {
  const values = new Set<string>();
  store.observe(endpoint, args).subscribe(({ data, status }) => {
    if (status === 'valid') values.add(shown(data));
  });
  return values;
}

beforeEach(() => {
  requests.sent.length = 0;
});

describe.each(cases)('%s', (_what, endpoint, args, response, mutation, change, settled, whole) => {
  const begin = async () => {
    const tabs = createTestTabs(0, {
      passThrough: true,
      plugins: ({ storage, ...platform }) => [
        persist({ name: 'spec', storage }),
        offline({ name: 'spec', mutations, ...platform }),
      ],
    });
    const first = tabs.open();
    observe(first, endpoint, args);
    await tabs.advance(10);
    requests.last.answer(response);
    await tabs.advance(300);
    return { first, tabs };
  };

  it.each([
    ['at once', 'at once'],
    ['on another page, before the response', 'pending'],
    ['on another page, after the response', 'settled'],
  ])(
    'is whole, or fetched, after a reload with a pending mutation, read %s',
    async (_when, when) => {
      const { first, tabs } = await begin();
      first.fetch(mutation, change).catch(() => undefined);
      await tabs.advance(300);
      first.dispose();
      const second = tabs.open();
      if (when !== 'at once') await tabs.advance(300);
      if (when === 'settled') {
        requests.last.answer(settled);
        await tabs.advance(300);
      }
      const { count } = requests;
      const values = observe(second, endpoint, args);
      await tabs.advance(300);
      const isFetched = when === 'settled' && requests.count > count;
      expect([...values]).toEqual(isFetched ? [] : [whole]);
      expect(requests.count - count).toBe(when === 'at once' || isFetched ? 1 : 0);
    },
  );

  it('is whole in a tab that hears of the mutation before it reads', async () => {
    const { first, tabs } = await begin();
    const second = tabs.open();
    await tabs.advance(300);
    first.fetch(mutation, change).catch(() => undefined);
    await tabs.advance(300);
    const { count } = requests;
    const values = observe(second, endpoint, args);
    await tabs.advance(300);
    expect([...values]).toEqual([whole]);
    expect(requests.count).toBe(count);
  });
});

describe('a key that a program reads after its start with pending mutations', () => {
  const start = async (
    endpoint: typeof getTickets,
    args: object,
    response: object,
    made: object,
  ) => {
    const tabs = createTestTabs(0, {
      passThrough: true,
      plugins: ({ storage, ...platform }) => [
        persist({ name: 'spec', storage }),
        offline({ name: 'spec', mutations: [retitle, createOpen], ...platform }),
      ],
    });
    const first = tabs.open();
    observe(first, endpoint, args);
    await tabs.advance(10);
    requests.last.answer(response);
    await tabs.advance(300);
    first.fetch('id' in made ? retitle : createOpen, made).catch(() => undefined);
    await tabs.advance(300);
    first.dispose();
    const second = tabs.open();
    await tabs.advance(300);
    return { second, tabs };
  };

  it('gets stored rows of which the classes of mutations say nothing', async () => {
    const [args, change] = edited('1');
    const { second, tabs } = await start(getTicket, { id: '1' }, one, args);
    const { count } = requests;
    second.observe(getTicket, { id: '1' }).subscribe();
    await tabs.advance(300);
    expect(change).toEqual(args);
    expect(shown(second.getState(getTicket, { id: '1' }).data)).toBe('U Ann');
    expect(requests.count).toBe(count);
  });

  it('follows by the rules of its collection', async () => {
    const args = { is: 'open' };
    const { second, tabs } = await start(getOpen, args, [one], added);
    second.observe(getOpen, args).subscribe();
    await tabs.advance(300);
    second.setResponse(edit, { id: '1', title: 'closed' }, { ...one, title: 'closed' });
    await tabs.advance(300);
    const { data, status } = second.getState(getOpen, args);
    expect([status, shown(data)]).toEqual(['valid', 'Two Bea']);
  });
});
