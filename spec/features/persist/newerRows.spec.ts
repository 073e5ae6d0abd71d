import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { requests, startProgram } from './persistKit.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  rank = 0;
  static override readonly key = 'Ticket';
}

const plain = new Collection([Ticket]);
const sorted = new Collection([Ticket], { sort: (a, b) => a.rank - b.rank });
const tickets = [
  { id: '1', status: 'open', rank: 1 },
  { id: '2', status: 'open', rank: 2 },
];
const getTicket = new Endpoint((args: { id: string }) => requests.send(args), {
  name: 'getTicket',
  schema: Ticket,
});

describe.each([
  ['a list', plain],
  ['a sorted list', sorted],
])('%s in use, with its total', (_, schema) => {
  const getPage = new Endpoint((args: { status: string }) => requests.send(args), {
    name: 'getPage',
    schema: { items: schema, total: schema.count },
  });

  /** Another program without messages stores a ticket; this one loads it. */
  const load = async (id: string, status: string) => {
    const first = await startProgram();
    const { store } = first;
    store.setResponse(getPage, { status: 'open' }, { items: tickets, total: 2 });
    store.setResponse(getPage, { status: 'closed' }, { items: [], total: 0 });
    await first.flush();
    const { options, storage } = first;
    const second = await startProgram({ ...options, storage, later: 300 });
    second.store.setResponse(getTicket, { id }, { id, status, rank: 3 });
    await second.flush();
    await first.pass(400);
    await storedKeys(store, [[getTicket, { id }]]);
    return ['open', 'closed'].map((each) => {
      const { data, status: fresh } = store.getState(getPage, { status: each });
      const ids = data!.items.map((ticket) => ticket.id);
      return fresh === 'valid' ? [ids.join(' '), data!.total] : fresh;
    });
  };

  it('loses an entity that another program has moved since, and the other list is stale', async () => {
    expect(await load('1', 'closed')).toEqual([['2', 1], 'stale']);
  });

  it('keeps an entity that still matches', async () => {
    const order = schema === sorted ? '2 1' : '1 2';
    expect(await load('1', 'open')).toEqual([
      [order, 2],
      ['', 0],
    ]);
  });
});
