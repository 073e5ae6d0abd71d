import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  owner: string | null = null;
  tags: string[] = [];
  static override readonly key = 'Ticket';
}

const tickets = new Collection([Ticket]);
const getTickets = new Endpoint((_args: object): unknown => undefined, {
  name: 'getTickets',
  schema: { items: tickets, total: tickets.count },
});

type Members = Partial<Pick<Ticket, 'status' | 'owner' | 'tags'>>;
type List = readonly [args: object, before: string, after: string];

/** Lists of one search, with their members before and after ticket 1 changes. */
const moves: Record<string, readonly [was: Members, is: Members, ...lists: List[]]> = {
  'whose member becomes null': [
    { owner: 'ann' },
    { owner: null },
    [{ owner: 'ann' }, '1', ''],
    [{ owner: null }, '', '1'],
  ],
  'whose member was null': [
    { owner: null },
    { owner: 'ann' },
    [{ owner: null }, '1', ''],
    [{ owner: 'ann' }, '', '1'],
  ],
  'that has another tag': [
    { tags: ['a', 'x'] },
    { tags: ['b', 'x'] },
    [{ tags: 'a' }, '1', ''],
    [{ tags: 'b' }, '', '1'],
    [{ tags: 'x' }, '1', '1'],
    [{ tags: 'c' }, '', ''],
  ],
  'that has two tags more': [
    { tags: ['a'] },
    { tags: ['b', 'c'] },
    [{ tags: 'a' }, '1', ''],
    [{ tags: 'b' }, '', '1'],
    [{ tags: 'c' }, '', '1'],
  ],
  'that leaves two lists': [
    { tags: ['a', 'b'] },
    { tags: ['c'] },
    [{ tags: 'a' }, '1', ''],
    [{ tags: 'b' }, '1', ''],
    [{ tags: 'c' }, '', '1'],
  ],
  'of which an array is undecided': [
    { status: 'open', tags: ['a'] },
    { status: 'closed', tags: ['a'] },
    [{ status: 'open', tags: ['a', 'b'] }, '1', ''],
    [{ status: 'closed', tags: ['a', 'b'] }, '', '1'],
    [{ status: 'closed', tags: ['b'] }, '', ''],
  ],
  'that a list with both values has': [
    { status: 'open' },
    { status: 'closed' },
    [{ status: 'open' }, '1', ''],
    [{ status: ['open', 'closed'] }, '1', '1'],
    [{ status: ['pending', 'closed'] }, '', '1'],
  ],
};

const itemsOf = (ids: string, members: Members) => ids.split('').map((id) => ({ id, ...members }));

describe.each(Object.entries(moves))('an entity %s', (_name, [was, is, ...lists]) => {
  it.each([
    ['of searches for the same text', { q: 'leak' }],
    ['that it decides alone', {}],
  ])('moves between lists %s, and between their numbers', (_, search) => {
    const { store } = storeKit();
    for (const [args, ids] of lists) {
      store.setResponse(
        getTickets,
        { ...args, ...search },
        { items: itemsOf(ids, was), total: 5 + ids.length },
      );
    }
    store.set(Ticket, { id: '1', ...was });
    store.set(Ticket, { id: '1', ...is });
    const shown = lists.map(([args]) => {
      const { items, total } = store.getState(getTickets, { ...args, ...search }).data!;
      return [args, items.map(({ id }) => id).join(' '), total];
    });
    expect(shown).toEqual(lists.map(([args, , ids]) => [args, ids, 5 + ids.length]));
  });
});
