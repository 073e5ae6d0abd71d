import { act } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { Endpoint, type EndpointInterface, schema } from 'streambed';
import { useCache, useDLE, useFetch, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { Link, Post, User } from './support/entities.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const users = [{ id: '1', name: 'Ann' }];
const links = [{ id: 1, type: 'link', url: '/' }];
const byType = { link: Link, post: Post };

const schemas: Record<string, readonly [make: () => object, response: unknown]> = {
  Array: [() => new schema.Array(User), users],
  'polymorphic Array': [() => new schema.Array(byType, (item) => item.type), links],
  Object: [() => new schema.Object({ users: [User] }), { users }],
  Values: [() => new schema.Values(User), { a: users[0] }],
  Union: [() => [new schema.Union(byType, 'type')], links],
  All: [() => new schema.All(User), users],
  'polymorphic All': [() => new schema.All(byType, (item) => item.type), links],
  Query: [() => new schema.Query([User], (list) => list.length), users],
  'nested Query': [() => ({ users: new schema.Query([User], (list) => [...list]) }), { users }],
  Lazy: [() => ({ users: new schema.Lazy([User]) }), { users }],
  shorthand: [() => ({ users: [User] }), { users }],
};

type Read = EndpointInterface<() => Promise<any>> & { readonly sideEffect?: undefined };

const hooks = {
  useSuspense: (endpoint: Read): unknown => useSuspense(endpoint),
  useDLE: (endpoint: Read): unknown => useDLE(endpoint).data,
  useFetch: (endpoint: Read): unknown => {
    const { resolved } = useFetch(endpoint);
    return resolved || undefined;
  },
  useCache: (endpoint: Read): unknown => useCache(endpoint),
};

const table = Object.keys(schemas).flatMap((kind) =>
  (['useSuspense', 'useDLE', 'useFetch'] as const).map((hook) => [hook, kind] as const),
);

describe('an endpoint that is made in each render', () => {
  // A suspended component that renders again before the response has nothing to compare with.
  const isRemembered = (hook: string, kind: string): boolean =>
    hook !== 'useSuspense' || !kind.includes('Query');

  it.each(table)('is fetched once, or twice, and shown: %s, %s', async (hook, kind) => {
    const { store } = testStore();
    const [make, response] = schemas[kind];
    let sent = 0;
    let renders = 0;
    let renderAgain!: () => void;
    const Page = (): ReactElement => {
      if (++renders > 100) throw new Error('renders without end');
      const [, setCount] = useState(0);
      renderAgain = () => setCount((count) => count + 1);
      const send = async (): Promise<any> => {
        sent++;
        return response;
      };
      // The cast holds: nothing of the endpoint depends on the type of its schema.
      const endpoint = new Endpoint(send, { name: kind, schema: make() }) as unknown as Read;
      return <b>{hooks[hook](endpoint) === undefined ? 'missing' : 'shown'}</b>;
    };
    const { text } = await renderAsync(
      <Boundary>
        <Page />
      </Boundary>,
      { store },
    );
    // React 17 repeats a suspended render in a task of its own.
    await act(() => new Promise((next) => setTimeout(next)));
    expect(text()).toBe('shown');
    for (let i = 0; i < 5; i++) await act(async () => renderAgain());
    expect(text()).toBe('shown');
    expect(sent).toBeLessThanOrEqual(isRemembered(hook, kind) ? 1 : 2);
  });
});

describe('endpoints whose queries share a request', () => {
  const named = (name: string): Read => {
    const ofName = new schema.Query(
      [User],
      (list) => list.filter((user) => user.name === name).length,
    );
    return new Endpoint(async () => users, { name: 'users', schema: ofName });
  };

  it('each show what their own function makes of it', async () => {
    const { store } = testStore();
    const [ann, bo] = [named('Ann'), named('Bo')];
    await store.fetch(ann);
    expect(store.observe(bo).getValue()).toMatchObject({ data: 0, status: 'valid' });
    expect(store.observe(ann).getValue()).toMatchObject({ data: 1, status: 'valid' });
  });

  it('show nothing of what was there before a reset', async () => {
    const { store } = testStore();
    await store.fetch(named('Ann'));
    const bo$ = store.observe(named('Bo'));
    await store.reset();
    expect(bo$.getValue()).toMatchObject({ data: undefined, status: 'invalid' });
  });

  it('show nothing that was invalidated', async () => {
    const { store } = testStore();
    const ann = named('Ann');
    await store.fetch(ann);
    store.invalidate(ann);
    expect(store.observe(named('Bo')).getValue()).toMatchObject({ status: 'invalid' });
  });
});
