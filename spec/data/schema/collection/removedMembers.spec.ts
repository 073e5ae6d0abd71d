import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  rank = 0;
  static override readonly key = 'Ticket';
}

describe('a sorted list of which members were removed', () => {
  it('counts them not as loaded: what sorts after the last loaded one does not join', () => {
    const { store } = storeKit();
    const list = new Collection([Ticket], { sort: (a, b) => a.rank - b.rank });
    const getTickets = new Endpoint(
      (): { items: object[]; total: number } => ({ items: [], total: 0 }),
      { name: 'getTickets', schema: { items: list, total: list.count } },
    );
    const items = [1, 2, 4].map((rank) => ({ id: `${rank}`, rank }));
    store.setResponse(getTickets, { items, total: 6 });
    store.set(new Invalidate(Ticket), '1');
    store.set(new Invalidate(Ticket), '2');
    store.set(Ticket, { id: '5', rank: 5 });
    store.set(Ticket, { id: '5', rank: 8 });
    const { data } = store.getState(getTickets);
    expect(data?.items.map(({ id }) => id)).toEqual(['4']);
    expect(data?.total).toBe(4);
  });
});
