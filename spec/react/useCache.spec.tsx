import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useCache, useError } from 'streambed/react';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const getUsers = (options = {}) => remote('getUser', { schema: User, ...options });
type Users = ReturnType<typeof getUsers>;

function Cached({ users, id = '1' }: { users: Users; id?: string | null }): ReactElement {
  return <b>{useCache(users.endpoint, id === null ? null : { id })?.name ?? 'nothing'}</b>;
}

function Failure({ users }: { users: Users }): ReactElement {
  return <b>{useError(users.endpoint, { id: '1' })?.message ?? 'no error'}</b>;
}

describe.each(modes)('useCache %s', (_, strict) => {
  it('shows data from any source, and never fetches', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(<Cached users={users} />, { store, strict });
    expect(text()).toBe('nothing');
    await act(async () => store.set(User, { id: '1', name: 'Ann' }));
    expect(text()).toBe('Ann');
    await act(async () => clock.advance(60_001));
    expect(text()).toBe('Ann');
    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    expect(text()).toBe('nothing');
    expect(users.requests).toHaveLength(0);
  });

  it('does not throw the error of a request', async () => {
    const { store } = testStore();
    const users = getUsers();
    store.setError(users.endpoint, { id: '1' }, new Error('gone'));
    const { text } = await renderAsync(<Cached users={users} />, { store, strict });
    expect(text()).toBe('nothing');
  });

  it('follows its arguments, and shows `undefined` for null', async () => {
    const { store } = testStore();
    const users = getUsers();
    store.set(
      [User],
      [
        { id: '1', name: 'Ann' },
        { id: '2', name: 'Bo' },
      ],
    );
    const { text, rerender } = await renderAsync(<Cached users={users} />, { store, strict });
    expect(text()).toBe('Ann');
    await rerender(<Cached users={users} id="2" />);
    expect(text()).toBe('Bo');
    await rerender(<Cached users={users} id={null} />);
    expect(text()).toBe('nothing');
  });

  it('releases its key when it unmounts', async () => {
    const { store } = testStore();
    const { unmount } = await renderAsync(<Cached users={getUsers()} />, { store, strict });
    expect(store.stats().subscribers).toBe(1);
    await unmount();
    expect(store.stats().subscribers).toBe(0);
  });
});

describe.each(modes)('useError %s', (_, strict) => {
  it('shows the error that useSuspense would throw, and never fetches', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(<Failure users={users} />, { store, strict });
    expect(text()).toBe('no error');
    await act(async () => store.setError(users.endpoint, { id: '1' }, new Error('gone')));
    expect(text()).toBe('gone');
    await act(async () => store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' }));
    expect(text()).toBe('no error');
    expect(users.requests).toHaveLength(0);
  });

  it('shows no soft error while there is data', async () => {
    const { store } = testStore();
    const users = getUsers({ errorPolicy: () => 'soft' });
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    const { text } = await renderAsync(<Failure users={users} />, { store, strict });
    await act(async () => store.setError(users.endpoint, { id: '1' }, new Error('gone')));
    expect(text()).toBe('no error');
  });
});
