import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { EntityMixin } from '../../../src/data/schema/EntityMixin.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { collect } from '../../support/collect.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  title = '';
  done = false;
  clientId?: string;
  static override readonly key = 'Ticket';
  static override readonly clientId = 'clientId';
}

interface NewTicket {
  readonly title: string;
  readonly clientId?: string;
}

const requests = new FakeRequests();
const list = new Collection([Ticket]);
const all = new All(Ticket);
const byTitle = new Query(all, (tickets) =>
  [...tickets].sort((a, b) => a.title.localeCompare(b.title)),
);
const getSome = new Endpoint(requests.send, { name: 'getSome', schema: [Ticket] });
const getList = new Endpoint(requests.send, { name: 'getList', schema: list });

const predict = (_snapshot: OptimisticSnapshot, ticket: unknown) => ticket;
const sending = (name: string, schema: object) =>
  new Endpoint(requests.send, {
    name,
    schema,
    sideEffect: true,
    getOptimisticResponse: predict,
  });

const push = sending('push', list.push);
const unshift = sending('unshift', list.unshift);
const create = sending('create', Ticket);
const createMany = sending('createMany', [Ticket]);
const finish = new Endpoint(requests.send, {
  name: 'finish',
  schema: Ticket,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, id: unknown) => ({ id, done: true }),
});

const rowA = { id: '1', title: 'A', done: false };
const fresh: NewTicket = { title: 'N', clientId: 'n' };
const arrived = { id: '7', title: 'N', done: false, clientId: 'n' };

const keyOf = ({ clientId, id }: Ticket): string => clientId ?? id;
const keysOf = (tickets: readonly unknown[] | undefined): string =>
  ((tickets ?? []) as readonly Ticket[]).map(keyOf).join(' ');

/** A store with the ticket A, and what its observers have seen: the keys of the rows, and their data. */
function kit(creation: typeof push = push) {
  requests.sent.length = 0;
  const { store, clock, reported } = storeKit();
  store.setResponse(getList, [rowA]);
  const views = [store.observe(getList).data$, store.query(all), store.query(byTitle)] as const;
  const seen = views.map((view) => collect<readonly unknown[] | undefined>(view));
  const rows = () => store.getState(getList).data as readonly Ticket[];
  return {
    store,
    clock,
    reported,
    rows,
    send: (ticket: unknown) => store.fetch(creation, ticket).catch((error: unknown) => error),
    /** The keys in each emission since the last call, of all observers. */
    news: () => [...new Set(seen.flatMap((view) => view.news().map(keysOf)))],
    /** The last rows of each observer. */
    last: () => seen.map(({ values }) => keysOf(values.at(-1))),
  };
}

type Kit = ReturnType<typeof kit>;

const creations: [string, typeof push][] = [
  ['by push', push],
  ['by unshift', unshift],
];

describe.each(creations)('a row that is created %s', (_, creation) => {
  const isFirst = creation === unshift;
  const order = isFirst ? 'n 1' : '1 n';

  it('keeps its client id, which the response has', () => {
    const { send, news, rows } = kit(creation);
    news();
    void send(fresh);
    requests.last.answer(arrived);
    expect(news()).toEqual(isFirst ? ['n 1', '1 n'] : ['1 n']);
    expect(rows().map(keyOf).join(' ')).toBe(order);
    expect(rows().find(({ id }) => id === '7')).toMatchObject(arrived);
  });

  it('keeps its client id if the response lacks it, also when a list is fetched that lacks it', () => {
    const { store, send, rows } = kit(creation);
    void send(fresh);
    requests.last.answer({ id: '7', title: 'N', done: false });
    store.setResponse(getList, [rowA, { id: '7', title: 'M' }]);
    expect(rows().find(({ id }) => id === '7')).toMatchObject({ title: 'M', clientId: 'n' });
  });

  it('gets a client id if the caller gives none, another one for each row', () => {
    const { store, send, rows } = kit(creation);
    void send({ title: 'N' });
    void send({ title: 'M', clientId: '' });
    const before = rows().map(keyOf);
    expect(new Set(before).size).toBe(3);
    store.set(Ticket, { id: '1', done: true });
    requests.at(1).answer({ id: '8', title: 'M' });
    requests.at(0).answer({ id: '7', title: 'N' });
    expect(rows().map(keyOf)).toEqual(before);
    expect(rows().map(({ id }) => id)).toEqual(isFirst ? ['8', '7', '1'] : ['1', '7', '8']);
  });

  it('keeps the client id out of arguments that wait for the real primary key', () => {
    const { store, send, rows } = kit(creation);
    void send({ title: 'N' });
    const { id, clientId } = rows().find((row) => row.id !== '1')!;
    void store.fetch(finish, id, { id, clientId }).catch(() => {});
    requests.at(0).answer({ id: '7', title: 'N' });
    expect(requests.last.args).toMatchObject(['7', { id: '7', clientId }]);
  });
});

const arrivals: [string, ({ store }: Kit, ticket: object) => void][] = [
  ['a message about the list', ({ store }, ticket) => store.set(list.push, ticket)],
  ['a message about the entity', ({ store }, ticket) => store.set(Ticket, ticket)],
  ['the response of the list', ({ store }, row) => store.setResponse(getList, [rowA, row])],
  ['the response of another endpoint', ({ store }, row) => store.setResponse(getSome, [row])],
  ['a batch', ({ store }, row) => store.batch(() => store.set([Ticket], [rowA, row]))],
];

describe.each(arrivals)('a row that %s brings before the response', (_, arrive) => {
  it('is shown once in each emission, and the response changes nothing', () => {
    const now = kit();
    now.news();
    void now.send(fresh);
    arrive(now, arrived);
    const [shown] = now.rows().slice(-1);
    expect(shown).toMatchObject(arrived);
    requests.last.answer(arrived);
    expect(now.rows().at(-1)).toBe(shown);
    expect(now.news()).toEqual(['1 n']);
    expect(now.last()).toEqual(['1 n', '1 n', '1 n']);
  });

  it('stays if the request fails', async () => {
    const now = kit();
    const sent = now.send(fresh);
    arrive(now, arrived);
    requests.last.fail(new Error('no answer'));
    await sent;
    expect(now.store.get(Ticket, '7')).toMatchObject(arrived);
    expect(now.last().slice(1)).toEqual(['1 n', '1 n']);
    expect(now.store.stats().layers).toBe(0);
  });

  it('shows its own members, and those of the prediction that it lacks', () => {
    const now = kit();
    void now.send({ title: 'N', done: true, clientId: 'n' });
    arrive(now, { id: '7', title: 'told', clientId: 'n' });
    expect(now.rows().at(-1)).toMatchObject({ id: '7', title: 'told', done: true });
    now.store.set(Ticket, { id: '7', title: 'told again' });
    expect(now.rows().at(-1)).toMatchObject({ id: '7', title: 'told again', done: true });
  });

  it('gets the changes that wait for its primary key, shown at once and sent with it', () => {
    const now = kit();
    void now.send(fresh);
    void now.store.fetch(finish, now.rows().at(-1)!.id).catch(() => {});
    expect(requests.count).toBe(1);
    arrive(now, arrived);
    expect(now.rows().at(-1)).toMatchObject({ id: '7', done: true });
    requests.last.fail(new Error('no answer'));
    expect(requests.last.args).toEqual(['7']);
    requests.last.answer({ id: '7', done: true });
    expect(now.store.get(Ticket, '7')).toMatchObject({ done: true });
    expect(now.news().filter((keys) => keys.split(' ').length > 2)).toEqual([]);
  });

  it('is shown once when the creation is sent again', () => {
    const now = kit();
    void now.send(fresh);
    requests.last.fail(new Error('no answer'));
    arrive(now, arrived);
    now.news();
    void now.send(fresh);
    expect(now.rows().filter(({ id }) => id !== '1')).toMatchObject([arrived]);
    requests.last.answer(arrived);
    expect(now.rows().filter(({ id }) => id !== '1')).toMatchObject([arrived]);
  });

  it('is one of two: each placeholder becomes its own row', () => {
    const now = kit();
    void now.send({ title: 'M', clientId: 'm' });
    void now.send(fresh);
    arrive(now, arrived);
    expect(now.rows().map(keyOf).sort()).toEqual(['1', 'm', 'n']);
    requests.at(0).answer({ id: '6', title: 'M', clientId: 'm' });
    requests.at(1).answer(arrived);
    const ids = now.rows().map(({ id, clientId }) => `${id} ${clientId}`);
    expect(ids.sort()).toEqual(['1 undefined', '6 m', '7 n']);
  });

  it('is shown twice if it has no client id, until the response says that both are one', () => {
    const now = kit();
    void now.send(fresh);
    arrive(now, { id: '7', title: 'N' });
    expect(now.store.get(all)).toHaveLength(3);
    requests.last.answer({ id: '7', title: 'N' });
    expect(now.last().slice(1)).toEqual(['1 n', '1 n']);
  });
});

describe('a created row', () => {
  it('that was removed elsewhere before its response stays away', () => {
    const { store, send, rows } = kit();
    void send(fresh);
    store.set(list.push, arrived);
    store.set(new Invalidate(Ticket), '7');
    expect(rows().map(keyOf)).toEqual(['1']);
  });

  it('that is sent twice is shown once, and stays if one of the two requests fails', () => {
    const { send, rows } = kit();
    void send(fresh);
    void send(fresh);
    expect(rows().map(keyOf)).toEqual(['1', 'n']);
    requests.at(0).fail(new Error('no answer'));
    expect(rows().map(keyOf)).toEqual(['1', 'n']);
    requests.at(1).answer(arrived);
    expect(rows().map(keyOf)).toEqual(['1', 'n']);
  });

  it('is found in a response of several rows by its client id, whatever their order', () => {
    const { store, send, last } = kit(createMany);
    void send([{ title: 'N', clientId: 'n' }, { title: 'M', clientId: 'm' }, { title: 'O' }]);
    const [, , third] = store.get(all)!.slice(1);
    void store.fetch(finish, store.get(all)![1].id).catch(() => {});
    requests.at(0).answer([
      { id: '6', title: 'M', clientId: 'm' },
      { id: '7', title: 'N', clientId: 'n' },
      { id: '8', title: 'O' },
    ]);
    expect(requests.last.args).toEqual(['7']);
    expect(store.get(Ticket, '8')!.clientId).toBe(third.clientId);
    expect(new Set(last()[1].split(' '))).toEqual(new Set(['1', 'n', 'm', third.clientId]));
  });

  it('keeps the type of its id once it has arrived', () => {
    const { store, send } = kit(create);
    void send({ ...fresh, id: '' });
    store.set(Ticket, { ...arrived, id: 7 });
    expect(store.get(Ticket, '7')).toMatchObject({ id: 7, title: 'N' });
  });

  it('of a class that EntityMixin makes, or with its own pk, has a client id too', () => {
    class Boat {
      hull = '';
      tag?: string;
    }
    class BoatEntity extends EntityMixin(Boat, { pk: 'hull', key: 'Boat', clientId: 'tag' }) {}
    const { store } = storeKit();
    const launch = sending('launch', BoatEntity);
    void store.fetch(launch, { tag: 't' }).catch(() => {});
    store.set(BoatEntity, { hull: 'h', tag: 't' });
    expect(store.get(new All(BoatEntity))).toMatchObject([{ hull: 'h', tag: 't' }]);
    requests.last.answer({ hull: 'h' });
    expect(store.get(new All(BoatEntity))).toMatchObject([{ hull: 'h', tag: 't' }]);
  });

  it('has no client id, and is a row of its own, if its class names none', () => {
    class Plain extends Entity {
      id = '';
      clientId?: string;
      static override readonly key = 'Plain';
    }
    const { store } = storeKit();
    void store.fetch(sending('createPlain', Plain), { clientId: 'n' }).catch(() => {});
    store.set(Plain, { id: '7', clientId: 'n' });
    expect(store.get(new All(Plain))).toHaveLength(2);
  });
});

it('rows that are being created are not predicted again for a message about another row', () => {
  let made = 0;
  const counted = create.extend({
    name: 'counted',
    getOptimisticResponse: (_snapshot: OptimisticSnapshot, ticket: unknown) => {
      made++;
      return ticket;
    },
  });
  const { store } = kit();
  const known = Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, clientId: `known ${at}` }));
  store.set([Ticket], known);
  for (let at = 0; at < 50; at++) {
    void store.fetch(counted, { clientId: `client ${at}` }).catch(() => {});
  }
  store.set(Ticket, { id: '1', done: true });
  expect(made).toBe(50);
});
