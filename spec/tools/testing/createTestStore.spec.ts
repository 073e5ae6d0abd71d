import { of, Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../src/features/live/live.ts';
import type { Interceptor } from '../../../src/kernel/requests/Interceptor.ts';
import { NetworkError } from '../../../src/http/rest/NetworkError.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { createTestStore, type TestStore } from '../../../src/tools/testing/createTestStore.ts';
import { fixture } from '../../../src/tools/testing/Fixture.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getUsers = new RestEndpoint({ path: '/users', schema: new All(User) });
const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  schema: User,
  body: {} as { name: string },
});
const deleteUser = new RestEndpoint({
  path: '/users/:id',
  method: 'DELETE',
  schema: new Invalidate(User),
});
const ann = { id: '1', name: 'Ann' };
const bob = { id: '2', name: 'Bob' };

const stores: TestStore[] = [];
const open: typeof createTestStore = (options) => {
  const store = createTestStore(options);
  stores.push(store);
  return store;
};
afterEach(() => {
  for (const store of stores.splice(0)) store.dispose();
});

describe('a fixture', () => {
  it('responds to the request with its args', async () => {
    const store = open({
      fixtures: [
        fixture({ endpoint: getUser, args: [{ id: '1' }], response: ann }),
        fixture({ endpoint: getUser, args: [{ id: '2' }], response: bob }),
      ],
    });
    expect((await store.fetch(getUser, { id: '2' })).name).toBe('Bob');
    // Equal keys are equal calls.
    expect((await store.fetch(getUser, { id: 1 })).name).toBe('Ann');
  });

  it('without args responds to every request of its endpoint, computed from the args', async () => {
    const store = open({
      fixtures: [fixture({ endpoint: getUser, response: ({ id }) => ({ id, name: `No. ${id}` }) })],
    });
    expect((await store.fetch(getUser, { id: '7' })).name).toBe('No. 7');
    const named = getUser.extend({ dataExpiryLength: 0 });
    expect((await store.fetch(named, { id: '8' })).name).toBe('No. 8');
  });

  it('fails a request with its error', async () => {
    const error = new Error('down');
    const store = open({ fixtures: [fixture({ endpoint: getUsers, error })] });
    await expect(store.fetch(getUsers)).rejects.toBe(error);
    expect(store.getState(getUsers).error).toBe(error);
  });

  it('fails a request with what its function throws or rejects with', async () => {
    const error = new Error('refused');
    const store = open({
      fixtures: [
        fixture({ endpoint: getUser, response: () => Promise.reject(error), delay: 10 }),
        fixture({
          endpoint: getUsers,
          response: () => {
            throw error;
          },
        }),
      ],
    });
    await expect(store.fetch(getUsers)).rejects.toBe(error);
    const failed = store.fetch(getUser, { id: '1' }).catch((thrown: unknown) => thrown);
    await store.advance(10);
    expect(await failed).toBe(error);
  });

  it('may respond with an observable of several responses', async () => {
    const prices = new Subject<number>();
    const getPrice = new Endpoint(() => of(0), { name: 'getPrice' });
    const store = open({ fixtures: [fixture({ endpoint: getPrice, response: () => prices })] });
    const seen: unknown[] = [];
    store.observe(getPrice).data$.subscribe((price) => seen.push(price));
    await store.advance(0);
    prices.next(1);
    prices.next(2);
    expect(seen).toEqual([1, 2]);
  });

  it('of a mutation compares the args, body included', async () => {
    const store = open({
      fixtures: [fixture({ endpoint: createUser, args: [{ name: 'Bob' }], response: bob })],
    });
    expect((await store.fetch(createUser, { name: 'Bob' })).id).toBe('2');
    await expect(store.fetch(createUser, { name: 'Cid' })).rejects.toMatchObject({
      code: 'SB_FIXTURE_MISSING',
    });
  });

  it('that responds once leaves the next request to the fixtures behind it', async () => {
    const store = open({
      fixtures: [
        fixture({ endpoint: getUsers, error: new Error('first'), once: true }),
        fixture({ endpoint: getUsers, response: [ann] }),
      ],
    });
    await expect(store.fetch(getUsers)).rejects.toThrow('first');
    await expect(store.fetch(getUsers)).resolves.toMatchObject([ann]);
    await expect(store.fetch(getUsers)).resolves.toMatchObject([ann]);
  });

  it('that is used later goes before the others', async () => {
    const store = open({ fixtures: [fixture({ endpoint: getUsers, response: [ann] })] });
    store.use(fixture({ endpoint: getUsers, response: [ann, bob], once: true }));
    expect(await store.fetch(getUsers)).toHaveLength(2);
    store.set(new Invalidate(User), '2');
    expect(await store.fetch(getUsers)).toHaveLength(1);
  });

  it('replaces fetch: URL, body, parsing and errors are those of the endpoint', async () => {
    const sent: string[] = [];
    const store = open({
      fixtures: [
        fixture({
          endpoint: createUser,
          fetch: (url, { method, body }) => {
            sent.push(`${method} ${url} ${body as string}`);
            return { id: '3', name: 'Cid' };
          },
        }),
        fixture({
          endpoint: getUser,
          fetch: () => new Response('gone', { status: 410 }),
          delay: 5,
        }),
      ],
    });
    expect((await store.fetch(createUser, { name: 'Cid' })).id).toBe('3');
    expect(sent).toEqual(['POST /users {"name":"Cid"}']);
    const failed = store.fetch(getUser, { id: '1' }).catch((error: unknown) => error);
    await store.advance(4);
    expect(store.requests(getUser)[0].status).toBe('pending');
    await store.advance(1);
    expect(await failed).toBeInstanceOf(NetworkError);
  });

  it('gives each request another copy of its response', async () => {
    const store = open({ fixtures: [fixture({ endpoint: getUsers, response: [ann] })] });
    await store.fetch(getUsers);
    expect(Object.isFrozen(ann)).toBe(false);
  });
});

describe('a delay', () => {
  it('passes with the time of the store', async () => {
    const store = open({ fixtures: [fixture({ endpoint: getUsers, response: [], delay: 100 })] });
    const states: string[] = [];
    store
      .observe(getUsers)
      .subscribe(({ fetching, status }) => states.push(`${status} ${fetching}`));
    await store.advance(99);
    expect(states).toEqual(['invalid true']);
    await store.advance(1);
    expect(states).toEqual(['invalid true', 'valid false']);
    await store.advance(60_001);
    expect(states).toEqual(['invalid true', 'valid false', 'stale false']);
  });

  it('may depend on the args', async () => {
    const store = open({
      fixtures: [
        fixture({
          endpoint: getUser,
          response: ({ id }) => ({ id }),
          delay: ({ id }) => (id === '1' ? 20 : 10),
        }),
      ],
    });
    const order: string[] = [];
    for (const id of ['1', '2'])
      void store.fetch(getUser, { id }).then((user) => order.push(user.id));
    await store.advance(20);
    expect(order).toEqual(['2', '1']);
  });

  it.each([
    ['send', 'before'],
    ['arrival', 'after'],
  ] as const)('ends with the response as computed at %s', async (computeAt, expected) => {
    let name = 'before';
    const store = open({
      fixtures: [
        fixture({ endpoint: getUser, response: ({ id }) => ({ id, name }), delay: 10, computeAt }),
      ],
    });
    const fetched = store.fetch(getUser, { id: '1' });
    name = 'after';
    await store.advance(10);
    expect((await fetched).name).toBe(expected);
  });
});

describe('fixtures made by a function', () => {
  it('are a fake server that starts anew with each store', async () => {
    const server = () => {
      const users = [ann];
      return [
        fixture({ endpoint: getUsers, response: () => users }),
        fixture({
          endpoint: createUser,
          response: ({ name }) => {
            const user = { id: `${users.length + 1}`, name };
            users.push(user);
            return user;
          },
        }),
      ];
    };
    const [first, second] = [open({ fixtures: server }), open({ fixtures: server })];
    await first.fetch(createUser, { name: 'Bob' });
    expect(await first.fetch(getUsers)).toHaveLength(2);
    expect(await second.fetch(getUsers)).toHaveLength(1);
  });
});

describe('initial fixtures', () => {
  it('are in the store as if they had been fetched, without a request', () => {
    const store = open({
      initialFixtures: [
        fixture({ endpoint: getUsers, response: () => [ann] }),
        fixture({ endpoint: getUser, args: [{ id: '9' }], error: new Error('no such user') }),
      ],
    });
    expect(store.getState(getUsers)).toMatchObject({ status: 'valid', data: [ann] });
    expect(store.getState(getUser, { id: '9' }).error?.message).toBe('no such user');
    expect(store.requests()).toEqual([]);
  });
});

describe('a request without a fixture', () => {
  it('fails with the fixture to add', async () => {
    const store = open();
    const failed = store.fetch(createUser, { name: 'Bob' });
    await expect(failed).rejects.toThrow(
      /no fixture.*fixture\({ endpoint: \S+, args: \[{"name":"Bob"}\], response: … }\)/,
    );
    expect(() => store.assertSettled()).toThrow('no fixture responds to');
  });

  it('shortens long args, and shows those without a text', async () => {
    const send = new Endpoint(async (_value: unknown) => 1, { name: 'send', sideEffect: true });
    const store = open();
    await expect(store.fetch(send, 'x'.repeat(1_000))).rejects.toThrow(/x{299} …\]/);
    await expect(store.fetch(send.extend({ key: () => 'k' }), 1n)).rejects.toThrow(
      '[object BigInt]',
    );
  });

  it('is sent if the store passes requests through', async () => {
    const greet = new Endpoint(async (name: string) => `Hello ${name}`, { name: 'greet' });
    const store = open({ passThrough: true });
    expect(await store.fetch(greet, 'Ann')).toBe('Hello Ann');
    expect(store.lastRequest(greet)).toMatchObject({ status: 'fulfilled', response: 'Hello Ann' });
    store.assertSettled();
  });
});

describe('the requests', () => {
  it('are listed in order, with their outcome', async () => {
    const error = new Error('down');
    const store = open({
      fixtures: [
        fixture({ endpoint: getUsers, response: [ann] }),
        fixture({ endpoint: getUser, error }),
      ],
    });
    await store.fetch(getUsers);
    await store.fetch(getUser, { id: '1' }).catch(() => {});
    expect(store.requests().map(({ name }) => name)).toEqual([getUsers.name, getUser.name]);
    expect(store.requests(getUser)).toMatchObject([
      {
        endpoint: getUser,
        args: [{ id: '1' }],
        attempt: 1,
        sideEffect: false,
        status: 'rejected',
        error,
      },
    ]);
    expect(store.lastRequest()?.endpoint).toBe(getUser);
    expect(store.lastRequest(deleteUser)).toBeUndefined();
    expect(new Date(store.requests()[0].sentAt).toISOString()).toBe('2000-01-01T00:00:00.000Z');
  });

  it('contain each try, and aborted requests', async () => {
    const store = open({
      fixtures: [
        fixture({ endpoint: getUsers, error: new Error('busy'), once: true }),
        fixture({ endpoint: getUsers, response: [], delay: 10 }),
      ],
      retry: { count: 1, when: () => true },
      random: () => 0,
    });
    void store.fetch(getUsers).catch(() => {});
    await store.advance(5);
    expect(store.requests().map(({ attempt, status }) => `${attempt} ${status}`)).toEqual([
      '1 rejected',
      '2 pending',
    ]);
    void store.reset();
    expect(store.lastRequest()?.status).toBe('aborted');
  });

  it('pass through the interceptors of the program first', async () => {
    const authorize: Interceptor = (request, next) =>
      next({ ...request, headers: { authorization: 'Bearer t' } });
    let sent: HeadersInit | undefined;
    const store = open({
      interceptors: [authorize],
      fixtures: [
        fixture({
          endpoint: getUsers,
          fetch: (_url, { headers }) => {
            sent = headers;
            return [];
          },
        }),
      ],
    });
    await store.fetch(getUsers);
    expect(new Headers(sent).get('authorization')).toBe('Bearer t');
  });
});

describe('settled()', () => {
  it('waits for requests, and for those that follow from them', async () => {
    const store = open({
      fixtures: [fixture({ endpoint: getUser, response: ({ id }) => ({ id }) })],
    });
    void store.fetch(getUser, { id: '1' }).then(() => store.fetch(getUser, { id: '2' }));
    await store.settled();
    expect(store.requests().map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    store.assertSettled();
  });

  it('names the endpoints that wait for time to pass', async () => {
    const store = open({ fixtures: [fixture({ endpoint: getUsers, response: [], delay: 1 })] });
    store.observe(getUsers).subscribe();
    await expect(store.settled()).rejects.toThrow(`In flight: Endpoint "${getUsers.name}"`);
    expect(() => store.assertSettled()).toThrow('SB_UNSETTLED');
    await store.advance(1);
    await store.settled();
  });

  it('waits for real time', async () => {
    const store = open({
      time: 'real',
      fixtures: [fixture({ endpoint: getUsers, response: [], delay: 1 })],
    });
    store.observe(getUsers).subscribe();
    await store.settled();
    expect(store.getState(getUsers).status).toBe('valid');
  });
});

describe('the time of a test store', () => {
  it('is virtual: polls come when it passes', async () => {
    let count = 0;
    const getCount = new Endpoint(async () => 0, { name: 'getCount', pollFrequency: 1_000 });
    const store = open({ fixtures: [fixture({ endpoint: getCount, response: () => ++count })] });
    const seen: unknown[] = [];
    live(store, getCount).data$.subscribe((value) => seen.push(value));
    await store.advance(3_500);
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('may be that of the TestScheduler of RxJS', () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ expectObservable }) => {
      const store = open({
        scheduler,
        fixtures: [fixture({ endpoint: getUsers, response: [ann], delay: 2 })],
      });
      const statuses = { i: 'invalid', v: 'valid' };
      expectObservable(store.observe(getUsers).status$, '1s !').toBe('i-v', statuses);
    });
  });

  it.each([{ time: 'real' as const }, { scheduler: new TestScheduler(() => {}) }])(
    'cannot be advanced by the store with %j',
    async (options) => {
      await expect(open(options).advance(1)).rejects.toMatchObject({ code: 'SB_CLOCK_REAL' });
    },
  );
});
