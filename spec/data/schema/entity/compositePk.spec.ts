import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { pkOfArgument } from '../../../../src/data/schema/entity/usablePk.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import { resource } from '../../../../src/http/rest/resource.ts';
import { createStore } from '../../../../src/kernel/store/createStore.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Seat extends Entity {
  row = 0;
  id = 0;
  note: string | null = null;
  static override readonly key: string = 'Seat';
  override pk(): string {
    return JSON.stringify([this.row, this.id]);
  }
}

/** The same key as a text. */
class TextSeat extends Seat {
  static override readonly key = 'TextSeat';
  override pk(): string {
    return `${this.row}:${this.id}`;
  }
}

const requests = new FakeRequests();
const classes = [
  ['as JSON', Seat, '[1,2]'],
  ['as a text', TextSeat, '1:2'],
] as const;

describe.each(classes)('a primary key of several members, %s', (_, entity, pk) => {
  const remove = new Endpoint((_args: object) => requests.send(_args), {
    name: 'remove',
    schema: new Invalidate(entity),
    sideEffect: true,
  });

  it.each([
    ['numbers', { row: 1, id: 2 }],
    ['texts, as a router has them', { row: '1', id: '2' }],
    ['frozen arguments', Object.freeze({ row: '1', id: '2' })],
  ])('is named by arguments: %s', (_name, args) => {
    expect(pkOfArgument(entity, args, [args])).toBe(pk);
    const { store } = storeKit();
    store.set(entity, { row: 1, id: 2, note: 'window' });
    expect(store.get(entity, args)?.note).toBe('window');
  });

  it('is not named by arguments that lack one of the members', () => {
    for (const args of [{}, { row: 1 }, { id: 2 }, { id: undefined, row: 1 }]) {
      expect(pkOfArgument(entity, args, [args])).toBeUndefined();
    }
  });

  it.each([undefined, '', { success: true }, { removed: 1 }])(
    'of a removed entity is that of the arguments, if the response is %p',
    async (response) => {
      const { store } = storeKit();
      store.set(entity, { row: 1, id: 2 });
      const removed = store.fetch(remove, { row: '1', id: '2' });
      requests.last.answer(response);
      await removed;
      expect(store.get(entity, { row: 1, id: 2 })).toBeUndefined();
    },
  );

  it('of a created entity is not known without the response', async () => {
    const rows: object[] = [];
    const fetch = async (_url: string, { method }: RequestInit): Promise<Response> => {
      if (method === 'GET') return Response.json(rows);
      rows.push({ row: 1, id: 7 });
      return new Response(null, { status: 204 });
    };
    const { getList } = resource({ path: '/rows/:row/seats/:id', schema: entity });
    const store = createStore({ fetch: fetch as never });
    await store.fetch(getList, { row: 1 });
    await store.fetch(getList.push, { row: 1 }, { row: 1, note: 'new' });
    expect(store.getState(getList, { row: 1 })).toMatchObject({ status: 'stale', data: [] });
    store.dispose();
  });
});

it('a member that is null may be a part of a primary key', () => {
  class Place extends Entity {
    hall = '';
    seat: string | null = null;
    static override readonly key = 'Place';
    override pk(): string {
      return JSON.stringify([this.hall, this.seat]);
    }
  }
  const args = { hall: 'A', seat: null };
  expect(pkOfArgument(Place, args, [args])).toBe('["A",null]');
});

it('a primary key of the first known member needs no other one', () => {
  class Page extends Entity {
    slug: string | undefined = undefined;
    id = '';
    static override readonly key = 'Page';
    override pk(): string {
      return `page-${this.slug ?? this.id}`;
    }
  }
  expect(pkOfArgument(Page, { id: '1' }, [])).toBe('page-1');
});
