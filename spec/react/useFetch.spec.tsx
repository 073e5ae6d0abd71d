import { act } from '@testing-library/react';
import { memo, type ReactElement } from 'react';
import { type FetchThenable, useFetch, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const getUsers = (name = 'getUser') => remote(name, { schema: User });

/** The field of a thenable that React reads first. */
function readNow<T>(thenable: PromiseLike<T>): T | undefined {
  return (thenable as { readonly value?: T }).value;
}

describe.each(modes)('useFetch %s', (_, strict) => {
  it('starts the request and does not suspend', async () => {
    const { store } = testStore();
    const users = getUsers();
    const Page = (): ReactElement => {
      const user = useFetch(users.endpoint, { id: '1' });
      return <b>{user.resolved ? 'there' : 'on its way'}</b>;
    };
    const { text } = await renderAsync(<Page />, { store, strict });
    expect(text()).toBe('on its way');
    expect(users.requests).toHaveLength(1);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('there');
  });

  it('sends in parallel requests that would wait for each other with useSuspense', async () => {
    const { store } = testStore();
    const [first, second] = [getUsers('first'), getUsers('second')];
    const Page = (): ReactElement => {
      useFetch(second.endpoint, { id: '2' });
      const { name } = useSuspense(first.endpoint, { id: '1' });
      return (
        <b>
          {name} {useSuspense(second.endpoint, { id: '2' }).name}
        </b>
      );
    };
    const { text } = await renderAsync(
      <Boundary>
        <Page />
      </Boundary>,
      { store, strict },
    );
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
    await second.last.answer({ id: '2', name: 'Bo' });
    await first.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann Bo');
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  });

  it('returns an awaitable, the same object in every render', async () => {
    const { store } = testStore();
    const users = getUsers();
    const given = new Set<PromiseLike<User>>();
    const Page = ({ word }: { word: string }): ReactElement => {
      given.add(useFetch(users.endpoint, { id: '1' }));
      return <b>{word}</b>;
    };
    const { rerender } = await renderAsync(<Page word="a" />, { store, strict });
    await rerender(<Page word="b" />);
    expect(given.size).toBe(1);
    const [awaited] = given;
    await users.last.answer({ id: '1', name: 'Ann' });
    await expect(awaited).resolves.toMatchObject({ name: 'Ann' });
  });

  it('returns an awaitable that rejects with the error', async () => {
    const { store } = testStore();
    const users = getUsers();
    let given: PromiseLike<User> | undefined;
    const Page = (): ReactElement => {
      given = useFetch(users.endpoint, { id: '1' });
      return <b />;
    };
    await renderAsync(<Page />, { store, strict });
    await users.last.fail(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
  });

  it('makes a memoized child show every change', async () => {
    const { store } = testStore();
    const users = getUsers();
    const Name = memo(({ user }: { user: FetchThenable<User> }): ReactElement => {
      const name = readNow(user)?.name;
      return <b>{name ?? 'nobody'}</b>;
    });
    const Page = (): ReactElement => <Name user={useFetch(users.endpoint, { id: '1' })} />;
    const { text } = await renderAsync(<Page />, { store, strict });
    expect(text()).toBe('nobody');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect(text()).toBe('Anna');
    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    expect(text()).toBe('nobody');
  });

  it('returns undefined for null', async () => {
    const { store } = testStore();
    const users = getUsers();
    const Page = (): ReactElement => (
      <b>{useFetch(users.endpoint, null) === undefined && 'nothing'}</b>
    );
    const { text } = await renderAsync(<Page />, { store, strict });
    expect(text()).toBe('nothing');
    expect(users.requests).toHaveLength(0);
  });
});
