import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

interface Filter {
  page: number;
  tags: string[];
}

const requests = new FakeRequests();

beforeEach(() => {
  requests.sent.length = 0;
});

describe('arguments that the caller changes after the call', () => {
  const getPage = new Endpoint((filter: Filter) => requests.send(filter), { name: 'getPage' });

  it.each(['observe', 'fetch', 'setResponse', 'invalidate'] as const)(
    'do not change what is fetched for the key of %s',
    (method) => {
      const { store } = storeKit();
      const filter = { page: 1, tags: ['a'] };
      if (method === 'setResponse') store.setResponse(getPage, filter, 'known');
      else if (method === 'fetch') void store.fetch(getPage, filter);
      else if (method === 'invalidate') store.invalidate(getPage, filter);
      const observable = store.observe(getPage, filter);
      filter.page = 2;
      filter.tags.push('b');
      observable.subscribe();
      store.expireAll(getPage);
      expect(requests.count).toBeGreaterThan(0);
      for (const { args } of requests.sent) expect(args).toEqual([{ page: 1, tags: ['a'] }]);
    },
  );

  it('do not change the arguments that a key got from a later call', () => {
    const { store } = storeKit();
    store.observe(getPage, { page: 1, tags: [] }).subscribe();
    requests.last.answer('a');
    const later = { page: 1, tags: [] as string[] };
    store.observe(getPage, later);
    later.tags.push('b');
    store.expireAll(getPage);
    expect(requests.last.args).toEqual([{ page: 1, tags: [] }]);
  });

  it('do not change what a query finds', () => {
    const { store } = storeKit();
    const named = new Query(new All(User), (users: User[], { name }: { name: string }) =>
      users.filter((user) => user.name === name),
    );
    const args = { name: 'Ann' };
    const found: number[] = [];
    store.query(named, args).subscribe((users) => found.push(users?.length ?? -1));
    args.name = 'Bob';
    store.set([User], [ann, bob]);
    store.set(User, { ...bob, id: '3' });
    expect(found).toEqual([-1, 1, 1]);
  });

  it('do not change the prediction and the body of a mutation, sent at once or later', async () => {
    const bodies: unknown[] = [];
    const rename = new RestEndpoint({
      path: 'http://api.test/users/:id',
      method: 'PUT',
      schema: User,
      body: {} as { name: string },
      getHeaders: async (headers: HeadersInit) => headers,
      fetchResponse: (_url: string, { body }: RequestInit) => {
        bodies.push(body);
        return Promise.resolve(Response.json(JSON.parse(body as string)));
      },
      process: (value: object, { id }: { id: string }) => ({ ...value, id }),
      getOptimisticResponse: (_snapshot, { id }, body) => ({ id, ...body }),
    });
    const { store } = storeKit();
    store.set(User, ann);
    const body = { name: 'first' };
    const saved = store.fetch(rename, { id: '1' }, body);
    body.name = 'second';
    store.set(User, { id: '1', email: 'new@example.org' });
    expect(store.get(User, '1')?.name).toBe('first');
    await saved;
    expect(bodies).toEqual(['{"name":"first"}']);
    expect(store.get(User, '1')?.name).toBe('first');
  });
});
