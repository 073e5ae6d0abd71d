import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { ann, bob, cid, User } from '../../support/entities.ts';
import {
  getPosts,
  getUser,
  type Program,
  recordsOf,
  requests,
  settle,
  startProgram,
} from './persistKit.ts';

const one = { id: '1' };
/** Users as lists have them. */
const getUsers = new Endpoint(() => requests.send(), { name: 'getUsers', schema: [User] });
const createPost =
  getPosts.schema &&
  new Endpoint((args: object) => requests.send(args), {
    name: 'createPost',
    sideEffect: true,
    schema: getPosts.schema.push,
  });

/** Its entities are as the last response has them. */
class Offer extends Entity {
  id = '';
  price = 0;
  discount = 0;
  static override readonly key = 'Offer';
  static override merge(_existing: object, incoming: object): object {
    return incoming;
  }
}

const getOffer = new Endpoint((args: { id: string }) => requests.send(args), {
  name: 'getOffer',
  schema: Offer,
});

const short = ({ id, name }: typeof ann): typeof ann => ({ id, name }) as typeof ann;

/** What the user of a program sees after all stored data was loaded. */
async function shown({ store }: Pick<Program, 'store'>) {
  await storedKeys(store, [[getUser, one]]);
  const { data, status } = store.getState(getUser, one);
  return { ...Object(data), status };
}

describe('a stored entity', () => {
  it('keeps the members that a list lacks which is fetched after a reload', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const next = await first.reload(300);
    next.store.setResponse(getUsers, [short({ ...ann, name: 'Anna' })]);
    await next.flush();
    const expected = { ...ann, name: 'Anna', status: 'valid' };
    expect(await shown(next)).toEqual(expected);
    expect(await shown(await next.reload(300))).toEqual(expected);
  });

  it.each([10, -10])(
    'keeps the members that one tab has fetched, if the list of another one arrives %d ms later',
    async (ms) => {
      const detail = await startProgram();
      const list = await startProgram({ storage: detail.storage });
      if (ms > 0) list.clock.advance(ms);
      else detail.clock.advance(-ms);
      list.store.setResponse(getUsers, [short(ann)]);
      detail.store.setResponse(getUser, one, ann);
      for (const tab of ms > 0 ? [list, detail] : [detail, list]) await tab.flush();
      expect(await shown(await detail.reload(300))).toMatchObject(ann);
      list.store.setResponse(getUsers, [short({ ...ann, name: 'Anna' })]);
      await list.flush();
      expect(await shown(await detail.reload(300))).toMatchObject({ ...ann, name: 'Anna' });
    },
  );

  it('keeps its members if the clock was set back', async () => {
    const first = await startProgram();
    await first.pass(10_000);
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const next = await first.reload(1);
    next.store.setResponse(getUsers, [short({ ...ann, name: 'Anna' })]);
    await next.flush();
    // The clock is right again.
    const expected = { ...ann, name: 'Anna', status: 'valid' };
    expect(await shown(await next.reload(20_000))).toEqual(expected);
  });

  it.each(['before', 'after'])(
    'keeps its members if memory is collected %s a flush',
    async (when) => {
      const { flush, pass, reload, store } = await startProgram();
      store.setResponse(getUser, one, ann);
      await flush();
      await pass(1_000_000);
      store.gc();
      expect(store.get(User, one)).toBeUndefined();
      if (when === 'before') await flush();
      store.setResponse(getUsers, [short(ann)]);
      await flush();
      expect(await shown(await reload(300))).toMatchObject(ann);
    },
  );

  it.each(['before the first flush', 'after a flush'])(
    'loses the members that its class drops %s',
    async (when) => {
      const first = await startProgram();
      first.store.setResponse(getOffer, one, { id: '1', price: 5, discount: 2 });
      await first.flush();
      const next = await first.reload(300);
      await storedKeys(next.store, [[getOffer, one]]);
      if (when === 'after a flush') await next.flush();
      next.store.setResponse(getOffer, one, { id: '1', price: 5 });
      await next.flush();
      const rows = await recordsOf(next.storage, 'rows');
      expect(rows).toMatchObject([[['Offer', '1'], { 3: { id: '1', price: 5 } }]]);
      expect(Object.keys((rows[0][1] as readonly object[])[3])).not.toContain('discount');
    },
  );
});

describe('a stored result', () => {
  const two = { id: '2' };
  const getCount = new Endpoint(() => requests.send(), { name: 'getCount' });

  it.each([
    ['rows that are too many are deleted (R23)', { maxRows: 1 }],
    ['the storage has no more room (R5)', {}],
  ])('is deleted with the oldest rows if %s', async (_title, options) => {
    const first = await startProgram(options);
    first.store.setResponse(getCount, 2);
    await first.pass(1_000);
    first.store.setResponse(getUser, one, ann);
    await first.pass(1_000);
    if (!('maxRows' in options)) first.storage.fail('quota', 1);
    first.store.setResponse(getUser, two, bob);
    await first.pass(10_000);
    expect((await recordsOf(first.storage, 'rows')).map(([key]) => key[1])).toEqual(['2']);
    const list = await first.reload(1_000);
    list.store.setResponse(getUsers, [short(ann)]);
    await list.flush();
    expect(await shown(await list.reload(300))).toMatchObject({ status: 'stale', name: 'Ann' });
  });
});

describe('a stored list that two tabs have changed', () => {
  const posts = [ann, bob, cid].map(({ id, name }) => ({ id, title: name, author: undefined }));

  async function create(tab: Program, id: string): Promise<void> {
    tab.store.setResponse(createPost, {}, { id, title: id });
    await settle();
  }

  it('is stale, since it may lack the change of one of them', async () => {
    const a = await startProgram();
    a.store.setResponse(getPosts, posts);
    await a.flush();
    const b = await startProgram({ storage: a.storage, later: 100 });
    await storedKeys(b.store, [[getPosts]]);
    await create(a, '8');
    await create(b, '9');
    await a.flush();
    await b.flush();
    const next = await a.reload(300);
    await storedKeys(next.store, [[getPosts]]);
    expect(next.store.getState(getPosts).status).toBe('stale');
  });
});
