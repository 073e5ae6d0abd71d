import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Endpoint, schema } from 'streambed';
import { useStore, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { Link, Page, Post, User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote, remoteList, remoteWith } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const createUser = new Endpoint(async (user: { name: string }) => ({ id: '9', ...user }), {
  name: 'createUser',
  schema: User,
  sideEffect: true,
});

const removeUser = new Endpoint(async ({ id }: { id: string }) => id, {
  name: 'removeUser',
  schema: new schema.Invalidate(User),
  sideEffect: true,
});

describe.each(modes)('useSuspense %s', (_, strict) => {
  it('returns entities as instances with their getters and methods', async () => {
    const { store } = testStore();
    const getUser = remote('getUser', { schema: User });
    const seen: User[] = [];
    function One(): null {
      seen.push(useSuspense(getUser.endpoint, { id: '1' }));
      return null;
    }
    await renderAsync(
      <Boundary>
        <One />
      </Boundary>,
      { store, strict },
    );
    await getUser.last.answer({ id: '1', name: 'Ann' });
    expect(seen.at(-1)).toBeInstanceOf(User);
    expect(seen.at(-1)?.pk()).toBe('1');
    expect(seen.at(-1)?.greeting).toBe('Hello Ann');
  });

  it('keeps the structure of the response, with entities in place', async () => {
    const { store } = testStore();
    const getPages = remoteWith<[{ page: string }]>()('getPages', {
      schema: { results: [Page], nextPage: '', lastPage: '' },
    });
    const seen: { results: Page[]; nextPage: string; lastPage: string }[] = [];
    function Pages(): null {
      seen.push(useSuspense(getPages.endpoint, { page: '1' }));
      return null;
    }
    await renderAsync(
      <Boundary>
        <Pages />
      </Boundary>,
      { store, strict },
    );
    await getPages.last.answer({ results: [{ id: 0, title: 'a' }], nextPage: '2', lastPage: '3' });
    const last = seen.at(-1)!;
    expect(last.results[0]).toBeInstanceOf(Page);
    expect(last.results.map(({ title }) => title)).toEqual(['a']);
    expect([last.nextPage, last.lastPage]).toEqual(['2', '3']);
  });

  it('suspends while an object lacks a required entity', async () => {
    const { store } = testStore();
    const getBoth = remote('getBoth', { schema: { user: User, page: Page } });
    store.set(User, { id: '1', name: 'Ann' });
    function Both(): ReactElement {
      const { user, page } = useSuspense(getBoth.endpoint, { id: '1' });
      return <p>{`${user.name}: ${page.title}`}</p>;
    }
    const { container } = await renderAsync(
      <Boundary>
        <Both />
      </Boundary>,
      { store, strict },
    );
    expect(container.textContent).not.toContain('Ann');
    await getBoth.last.answer({ user: { id: '1', name: 'Ann' }, page: { id: 1, title: 'a' } });
    expect(container.textContent).toBe('Ann: a');
  });

  it('adds created and drops removed entities of an All without refetching the list', async () => {
    const { store } = testStore();
    const getUsers = remoteList('getUsers', { schema: new schema.All(User) });
    function Users(): ReactElement {
      const users = useSuspense(getUsers.endpoint);
      return <b>{users.map(({ name }) => name).join(', ') || 'nobody'}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Users />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('waiting');
    await getUsers.last.answer([{ id: '1', name: 'Ann' }]);
    expect(text()).toBe('Ann');

    await act(async () => {
      await store.fetch(createUser, { name: 'Zoe' });
    });
    expect(text()).toBe('Ann, Zoe');

    await act(async () => {
      await store.fetch(removeUser, { id: '1' });
    });
    expect(text()).toBe('Zoe');
    await act(async () => {
      await store.fetch(removeUser, { id: '9' });
    });
    expect(text()).toBe('nobody');
    expect(getUsers.requests).toHaveLength(1);
  });

  it('accepts an empty list as a response', async () => {
    const { store } = testStore();
    const getUsers = remoteList('getUsers', { schema: new schema.All(User) });
    function Users(): ReactElement {
      return <b>{`${useSuspense(getUsers.endpoint).length} users`}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Users />
      </Boundary>,
      { store, strict },
    );
    await getUsers.last.answer([]);
    expect(text()).toBe('0 users');
    expect(getUsers.requests).toHaveLength(1);
  });

  it('shows at once the entities of an All from other responses, and fetches the rest in the background', async () => {
    const { store } = testStore();
    const getUsers = remoteList('getUsers', { schema: new schema.All(User) });
    store.set(User, { id: '1', name: 'Ann' });
    const onWait = jest.fn();
    function Users(): ReactElement {
      return (
        <b>
          {useSuspense(getUsers.endpoint)
            .map(({ name }) => name)
            .join(', ')}
        </b>
      );
    }
    const { text } = await renderAsync(
      <Boundary onWait={onWait}>
        <Users />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('Ann');
    expect(getUsers.requests).toHaveLength(1);
    await getUsers.last.answer([
      { id: '1', name: 'Ann' },
      { id: '2', name: 'Bo' },
    ]);
    expect(text()).toBe('Ann, Bo');
    expect(onWait).not.toHaveBeenCalled();
    expect(getUsers.requests).toHaveLength(1);
  });

  it.each([
    ['by attribute', new schema.All({ link: Link, post: Post }, 'type')],
    [
      'by function',
      new schema.All({ links: Link, posts: Post }, (item: { type: string }) => `${item.type}s`),
    ],
  ])('gives each item of a polymorphic All its class, chosen %s', async (_how, feed) => {
    const { store } = testStore();
    const getFeed = remoteList('getFeed', { schema: feed });
    const seen: (readonly unknown[])[] = [];
    function Feed(): null {
      seen.push(useSuspense(getFeed.endpoint));
      return null;
    }
    await renderAsync(
      <Boundary>
        <Feed />
      </Boundary>,
      { store, strict },
    );
    const poll = { id: 3, type: 'poll', question: 'Where next?' };
    await getFeed.last.answer([
      { id: 1, type: 'link', url: 'https://rxjs.dev' },
      { id: 2, type: 'post', content: 'hello' },
      poll,
      { id: 4, type: 'link', url: 'https://react.dev' },
    ]);
    const items = seen.at(-1)!;
    expect(items.map((item) => (item as object).constructor)).toEqual([Link, Post, Object, Link]);
    expect(items[2]).toEqual(poll);
  });

  it('shows an entity that a button creates through useStore', async () => {
    const { store: provided } = testStore();
    const getUsers = remoteList('getUsers', { schema: new schema.All(User) });
    function Users(): ReactElement {
      const store = useStore();
      const users = useSuspense(getUsers.endpoint);
      return (
        <button onClick={() => void store.fetch(createUser, { name: 'Zoe' })}>
          {users.map(({ name }) => name).join(', ')}
        </button>
      );
    }
    const { text, getByRole } = await renderAsync(
      <Boundary>
        <Users />
      </Boundary>,
      { store: provided, strict },
    );
    await getUsers.last.answer([{ id: '1', name: 'Ann' }]);
    await act(async () => getByRole('button').click());
    expect(text()).toBe('Ann, Zoe');
  });

  it('returns the value of a Query of the response and the arguments, the same object until it changes', async () => {
    const { store } = testStore();
    const sorted = new schema.Query(new schema.All(User), (users, { desc }: { desc: boolean }) => {
      const sign = desc ? -1 : 1;
      return users.map(({ name }) => name).sort((a, b) => (a < b ? -sign : sign));
    });
    const getNames = remoteWith<[{ desc: boolean }]>()('getNames', { schema: sorted });
    const seen: string[][] = [];
    function Names(): null {
      seen.push(useSuspense(getNames.endpoint, { desc: true }));
      return null;
    }
    await renderAsync(
      <Boundary>
        <Names />
      </Boundary>,
      { store, strict },
    );
    expect(seen).toEqual([]);
    await getNames.last.answer([
      { id: '1', name: 'Ann' },
      { id: '2', name: 'Bob' },
    ]);
    const shown = seen.at(-1);
    expect(shown).toEqual(['Bob', 'Ann']);
    const renders = seen.length;
    await act(async () => store.set(Link, { id: 9, url: 'https://react.dev' }));
    expect(seen).toHaveLength(renders);
    await act(async () => store.set(User, { id: '3', name: 'Cid' }));
    expect(seen.at(-1)).toEqual(['Cid', 'Bob', 'Ann']);
    expect(new Set(seen).size).toBe(2);
  });
});
