import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { fakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  owner: string | null = null;
  static override readonly key = 'Ticket';
}

const requests = fakeRequests();
const tickets = new Collection([Ticket]);
const getTickets = new Endpoint(requests.send, {
  name: 'getTickets',
  schema: { items: tickets, total: tickets.count },
});
const change = new Endpoint(requests.send, { name: 'change', schema: Ticket, sideEffect: true });

/** A store with some lists; `show` returns the ids in each, and its number. */
function withLists(...lists: readonly (readonly [args: object, items: readonly object[]])[]) {
  const { store } = storeKit();
  for (const [args, items] of lists) {
    store.setResponse(getTickets, args, { items, total: items.length });
  }
  const show = () =>
    lists.map(([args]) => {
      const { items, total } = store.getState(getTickets, args).data!;
      return [items.map(({ id }) => id).join(' '), total];
    });
  return { store, show };
}

const none = { owner: null };
const ann = { owner: 'ann' };

describe('a list whose argument is null', () => {
  it.each(['push', 'unshift', 'move'] as const)(
    'gets an entity for which the response of %s has null',
    (by) => {
      const { store, show } = withLists([none, []], [ann, []]);
      void store.fetch(change.extend({ schema: tickets[by] }), { title: 'Leak' });
      requests.last.answer({ id: '1', owner: null });
      expect(show()).toEqual([
        ['1', 1],
        ['', 0],
      ]);
    },
  );

  it.each(['push', 'unshift', 'move'] as const)(
    'decides by the response of %s, not by its request',
    (by) => {
      const { store, show } = withLists([none, []], [ann, []]);
      void store.fetch(change.extend({ schema: tickets[by] }), ann);
      requests.last.answer({ id: '1', owner: null });
      expect(show()).toEqual([
        ['1', 1],
        ['', 0],
      ]);
    },
  );

  it('gets an entity that is moved with null as body, if the response says nothing', () => {
    const { store, show } = withLists([none, []], [ann, []]);
    void store.fetch(change.extend({ schema: tickets.move }), ann, none);
    requests.last.answer({ id: '1' });
    expect(show()).toEqual([
      ['1', 1],
      ['', 0],
    ]);
  });
});
