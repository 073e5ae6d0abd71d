import { createStore, Entity, resource, schema, type Store } from 'streambed';
import { testServer } from './testServer.ts';

class User extends Entity {
  id = '';
  name = '';
  age = 0;
  static override key = 'User';
}

const server = testServer();
let store: Store;
beforeEach(() => {
  store = createStore();
  store.set(
    [User],
    [
      { id: '1', name: 'Ann', age: 5 },
      { id: '2', name: 'Bob' },
    ],
  );
});
afterEach(() => store.dispose());

const make = (options: { optimistic?: boolean } = {}) =>
  resource({ path: '/users/:id', schema: User, urlPrefix: server.origin, ...options });

/** Sets all further responses of the server. */
function answers(status: number, body?: unknown, type = 'application/json'): void {
  server.answer = (response) =>
    void response
      .writeHead(status, body === undefined ? {} : { 'content-type': type })
      .end(body === undefined ? undefined : type.startsWith('text/') ? body : JSON.stringify(body));
}

describe('delete of a resource', () => {
  it.each<[string, { status: number; body?: unknown; type?: string }]>([
    ['204', { status: 204 }],
    ['200 without body', { status: 200 }],
    ['an empty object', { status: 200, body: {} }],
    ['the entity', { status: 200, body: { id: '1', name: 'Ann' } }],
    ['its primary key', { status: 200, body: { id: '1' } }],
    ['its primary key as number', { status: 200, body: { id: 1 } }],
    ['a message', { status: 200, body: { message: 'deleted' } }],
    ['its primary key as text', { status: 200, body: '1' }],
    ['a word', { status: 200, body: 'ok' }],
    ['a word that is no JSON', { status: 200, body: 'ok', type: 'text/plain' }],
    ['a number', { status: 200, body: 1 }],
    ['another number, as a count', { status: 200, body: 7 }],
    ['null', { status: 200, body: null }],
    ['true', { status: 200, body: true }],
    ['a word, for later', { status: 202, body: 'accepted' }],
  ])('removes the entity if the response is %s', async (_, { status, body, type }) => {
    answers(status, body, type);
    expect(await store.fetch(make().delete, { id: '1' })).toBeUndefined();
    expect(store.get(User, '1')).toBeUndefined();
    expect(store.get(User, '2')?.name).toBe('Bob');
    expect(server.requests).toMatchObject([{ method: 'DELETE', url: '/users/1', body: '' }]);
  });

  it('keeps the entity if the response is a page, such as a log-in', async () => {
    answers(200, '<p>log in', 'text/html');
    await expect(store.fetch(make().delete, { id: '1' })).rejects.toMatchObject({
      code: 'SB_CONTENT_TYPE',
    });
    expect(store.get(User, '1')?.name).toBe('Ann');
  });

  it('removes the entity from the lists and refetches none of them', async () => {
    const Users = make();
    answers(200, [{ id: '1' }, { id: '2' }]);
    await store.fetch(Users.getList);
    answers(204);
    await store.fetch(Users.delete, { id: 1 });
    expect(store.getState(Users.getList).data?.map(({ id }) => id)).toEqual(['2']);
    expect(server.requests).toHaveLength(2);
  });

  it('removes an entity of a union, whatever the response', async () => {
    class Link extends Entity {
      id = '';
      type = 'link';
      static override key = 'Link';
    }
    class Post extends Entity {
      id = '';
      type = 'post';
      static override key = 'Post';
    }
    const Feed = resource({
      path: '/feed/:id',
      schema: new schema.Union({ link: Link, post: Post }, 'type'),
      urlPrefix: server.origin,
    });
    answers(200, [
      { id: '1', type: 'link' },
      { id: '2', type: 'post' },
      { id: '3', type: 'post' },
    ]);
    await store.fetch(Feed.getList);
    answers(204);
    const gone: undefined = await store.fetch(Feed.delete, { id: '1' });
    answers(200, { id: '2', type: 'post' });
    await store.fetch(Feed.delete, { id: '2' });
    expect(gone).toBeUndefined();
    expect(store.getState(Feed.getList).data?.map(({ id }) => id)).toEqual(['3']);
    expect([store.get(Link, '1'), store.get(Post, '2')]).toEqual([undefined, undefined]);
  });

  it('restores the entity at its index if the server refuses', async () => {
    const Users = make({ optimistic: true });
    answers(200, [{ id: '1' }, { id: '2' }]);
    await store.fetch(Users.getList);
    answers(403, { title: 'no' });
    const refused = store.fetch(Users.delete, { id: '1' });
    expect(store.getState(Users.getList).data?.map(({ id }) => id)).toEqual(['2']);
    await expect(refused).rejects.toMatchObject({ status: 403, body: { title: 'no' } });
    expect(store.getState(Users.getList).data?.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

describe.each([
  ['update', 'PUT'],
  ['partialUpdate', 'PATCH'],
] as const)('%s of a resource', (name, method) => {
  it('stores the response', async () => {
    answers(200, { id: '1', name: 'Anna', age: 6 });
    const user = await store.fetch(make()[name], { id: 1 }, { name: 'anna' });
    expect(user).toMatchObject({ id: '1', name: 'Anna', age: 6 });
    expect(server.requests).toMatchObject([{ method, url: '/users/1', body: '{"name":"anna"}' }]);
  });

  it('stores the body of the request if the response is empty', async () => {
    for (const optimistic of [false, true]) {
      answers(204);
      await store.fetch(make({ optimistic })[name], { id: 1 }, { name: 'Anna' });
      expect(store.get(User, '1')).toMatchObject({ id: '1', name: 'Anna', age: 5 });
    }
  });

  it('shows the change at once if it is optimistic, and reverts it on failure', async () => {
    answers(500, { title: 'down' });
    const failed = store.fetch(make({ optimistic: true })[name], { id: 1 }, { name: 'Anna' });
    expect(store.get(User, '1')).toMatchObject({ id: '1', name: 'Anna', age: 5 });
    await expect(failed).rejects.toMatchObject({ status: 500 });
    expect(store.get(User, '1')?.name).toBe('Ann');
  });

  it('shows nothing if it cannot predict the change', async () => {
    answers(200, { id: '1', name: 'Done' });
    const stream = store.fetch(
      make({ optimistic: true })[name],
      { id: 1 },
      '{"name":"x"}' as unknown as object,
    );
    expect(store.get(User, '1')?.name).toBe('Ann');
    await stream;
    expect(store.get(User, '1')?.name).toBe('Done');
  });
});

it('partialUpdate never shows a part of an unknown entity', async () => {
  answers(200, { id: '9', name: 'Nina', age: 1 });
  const sent = store.fetch(make({ optimistic: true }).partialUpdate, { id: 9 }, { age: 1 });
  expect(store.get(User, '9')).toBeUndefined();
  await sent;
  expect(store.get(User, '9')?.name).toBe('Nina');
});

describe('the list of a resource', () => {
  const names = (Users: ReturnType<typeof make>, params = {}) =>
    store.getState(Users.getList, params).data?.map(({ name }) => name);

  beforeEach(async () => {
    const Users = make();
    answers(200, [{ id: '1', name: 'Ann', age: 5 }]);
    await store.fetch(Users.getList);
    await store.fetch(Users.getList, { age: 5 });
  });

  it('adds a created item to all lists that it matches', async () => {
    const Users = make();
    answers(201, { id: '3', name: 'Cid', age: 6 });
    await store.fetch(Users.getList.push, { name: 'Cid', age: 6 });
    answers(201, { id: '4', name: 'Dan', age: 5 });
    await store.fetch(Users.getList.unshift, { name: 'Dan', age: 5 });
    expect(names(Users)).toEqual(['Dan', 'Ann', 'Cid']);
    expect(names(Users, { age: 5 })).toEqual(['Dan', 'Ann']);
  });

  it('accepts several items as JSON, and forms', async () => {
    const Users = make({ optimistic: true });
    answers(201, [
      { id: '3', name: 'Cid' },
      { id: '4', name: 'Dan' },
    ]);
    const creation = store.fetch(Users.getList.push, [{ name: 'Cid' }, { name: 'Dan' }]);
    expect(names(Users)).toEqual(['Ann', 'Cid', 'Dan']);
    await creation;
    expect(names(Users)).toEqual(['Ann', 'Cid', 'Dan']);
    expect(server.requests.at(-1)).toMatchObject({ body: '[{"name":"Cid"},{"name":"Dan"}]' });
    const form = new FormData();
    form.append('name', 'Eve');
    answers(201, { id: '5', name: 'Eve' });
    const sent = store.fetch(Users.getList.push, form);
    // A form is no record: the response tells what the server has made of it.
    expect(names(Users)).toEqual(['Ann', 'Cid', 'Dan']);
    await sent;
    expect(names(Users)).toEqual(['Ann', 'Cid', 'Dan', 'Eve']);
    expect(server.requests.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data/);
  });

  it('loses a removed item, and the entity stays', async () => {
    const Users = make({ optimistic: true });
    answers(204);
    const removal = store.fetch(Users.getList.remove, { id: '1' });
    expect(names(Users)).toEqual([]);
    await removal;
    expect(names(Users)).toEqual([]);
    expect(store.get(User, '1')?.name).toBe('Ann');
  });

  it('loses and gains items that move', async () => {
    const Users = make({ optimistic: true });
    answers(200, { id: '1', name: 'Ann', age: 6 });
    const move = store.fetch(Users.getList.move, { id: '1' }, { age: 6 });
    expect([names(Users), names(Users, { age: 5 })]).toEqual([['Ann'], []]);
    await move;
    expect([names(Users), names(Users, { age: 5 })]).toEqual([['Ann'], []]);
    expect(server.requests.at(-1)).toMatchObject({ method: 'PATCH', url: '/users/1' });
  });

  it('is unchanged after the server refuses', async () => {
    const Users = make({ optimistic: true });
    answers(422, { title: 'no' }, 'application/problem+json');
    const refused = [
      store.fetch(Users.getList.push, { name: 'Cid' }),
      store.fetch(Users.getList.remove, { id: '1' }),
      store.fetch(Users.getList.move, { id: '1' }, { age: 6 }),
    ];
    const results = await Promise.allSettled(refused);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(names(Users)).toEqual(['Ann']);
    expect(names(Users, { age: 5 })).toEqual(['Ann']);
    expect(store.stats().layers).toBe(0);
  });
});

describe('a mutation of an item that is being created', () => {
  const Users = () => make({ optimistic: true });

  /** Starts to create Cid. Returns the entity with its placeholder id. */
  async function create(): Promise<{ created: Promise<unknown>; cid: User }> {
    answers(200, [{ id: '1', name: 'Ann', age: 5 }]);
    await store.fetch(Users().getList);
    server.answer = (response, { method }) =>
      void (method === 'POST'
        ? response
            .writeHead(201, { 'content-type': 'application/json' })
            .end('{"id":"3","name":"Cid","age":6}')
        : response.writeHead(204).end());
    const created = store.fetch(Users().getList.push, { name: 'Cid', age: 6 });
    return { created, cid: store.getState(Users().getList).data!.at(-1)! };
  }
  const listed = () => store.getState(Users().getList).data?.map(({ id, name }) => `${id} ${name}`);

  it.each([
    ['the placeholder', ({ id }: User) => ({ id })],
    ['the entity with the placeholder', (cid: User) => cid],
  ])('removes the item for good if %s is given and the response is empty', async (_, paramsOf) => {
    const { created, cid } = await create();
    const removed = store.fetch(Users().delete, paramsOf(cid));
    expect(listed()).toEqual(['1 Ann']);
    await Promise.all([created, removed]);
    expect(listed()).toEqual(['1 Ann']);
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE' });
    expect(server.requests.at(-1)?.url).toMatch(/^\/users\/3(\?|$)/);
  });

  it('removes the item from the list if the response is empty', async () => {
    const { created, cid } = await create();
    const removed = store.fetch(Users().getList.remove, { id: cid.id });
    await Promise.all([created, removed]);
    expect(listed()).toEqual(['1 Ann']);
    expect(store.get(User, '3')?.name).toBe('Cid');
  });

  it.each(['update', 'partialUpdate'] as const)(
    'changes the item if the response to %s is empty, and sends the real id in the body',
    async (name) => {
      const { created, cid } = await create();
      const body = User.fromJS({ id: cid.id, name: 'Cidney', age: 6 });
      await Promise.all([created, store.fetch(Users()[name], { id: cid.id }, body)]);
      expect(listed()).toEqual(['1 Ann', '3 Cidney']);
      expect(server.requests.at(-1)).toMatchObject({
        url: '/users/3',
        body: '{"id":"3","name":"Cidney","age":6}',
      });
    },
  );
});
