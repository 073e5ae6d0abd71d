import { act } from '@testing-library/react';
import { memo, type ReactElement } from 'react';
import { FocusScope, StoreProvider, useCache, useDLE, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const getUsers = (options = {}, name = 'getUser') => remote(name, { schema: User, ...options });
type Users = ReturnType<typeof getUsers>;

function Name({ users, id = '1' }: { users: Users; id?: string | null }): ReactElement {
  const { data, loading, error, fetching } = useDLE(users.endpoint, id === null ? null : { id });
  const words = [
    data?.name,
    loading && 'loading',
    error && `failed: ${error.message}`,
    fetching && 'fetching',
  ];
  return <b>{words.filter(Boolean).join(', ') || 'nothing'}</b>;
}

describe.each(modes)('useDLE %s', (_, strict) => {
  it('is loading until there is data, with one request', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(<Name users={users} />, { store, strict });
    expect(text()).toBe('loading, fetching');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(1);
  });

  it('returns an error and does not throw', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(<Name users={users} />, { store, strict });
    await users.last.fail(new Error('gone'));
    expect(text()).toBe('failed: gone');
  });

  it('returns stale data at once, with `fetching` during the refetch', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    clock.advance(60_001);
    const { text } = await renderAsync(<Name users={users} />, { store, strict });
    expect(text()).toBe('Ann, fetching');
    await users.last.answer({ id: '1', name: 'Ann B.' });
    expect(text()).toBe('Ann B.');
  });

  it('is loading on a first render with an expired error, but keeps an error that it shows', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    store.setError(users.endpoint, { id: '1' }, new Error('gone'));
    const { text, rerender } = await renderAsync(<Name users={users} />, { store, strict });
    expect(text()).toBe('failed: gone');
    await act(async () => clock.advance(1_001));
    expect(text()).toBe('failed: gone');
    await rerender(<Name key="another" users={users} />);
    expect(text()).toBe('loading, fetching');
    await users.last.fail(new Error('still gone'));
    expect(text()).toBe('failed: still gone');
    expect(users.requests).toHaveLength(1);
  });

  it('is loading again after an invalidation', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(<Name users={users} />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    expect(text()).toBe('loading, fetching');
    await users.last.answer({ id: '1', name: 'Ann B.' });
    expect(text()).toBe('Ann B.');
  });

  it('hides a soft error beside data, and returns the data beside a hard error', async () => {
    const { store } = testStore();
    const soft = getUsers({ errorPolicy: () => 'soft' });
    const hard = getUsers({ errorPolicy: () => 'hard' }, 'getUserHard');
    for (const { endpoint } of [soft, hard]) {
      store.setResponse(endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    }
    const { text } = await renderAsync(
      <>
        <Name users={soft} />; <Name users={hard} />
      </>,
      { store, strict },
    );
    await act(async () => {
      store.setError(soft.endpoint, { id: '1' }, new Error('no'));
      store.setError(hard.endpoint, { id: '1' }, new Error('no'));
    });
    expect(text()).toBe('Ann; Ann, failed: no');
  });

  it('does nothing with null', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, rerender } = await renderAsync(<Name users={users} id={null} />, {
      store,
      strict,
    });
    expect(text()).toBe('nothing');
    expect(users.requests).toHaveLength(0);
    await rerender(<Name users={users} id="2" />);
    expect(text()).toBe('loading, fetching');
  });

  it('follows its arguments', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, rerender } = await renderAsync(<Name users={users} />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await rerender(<Name users={users} id="2" />);
    expect(text()).toBe('loading, fetching');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
  });

  it('refetches on focus data that expired soon after the first response', async () => {
    const { store, clock } = testStore();
    const users = getUsers({ dataExpiryLength: 1_000 });
    let focus!: () => void;
    const onFocus = (refetch: () => void): (() => void) => {
      focus = refetch;
      return () => {};
    };
    await renderAsync(
      <FocusScope onFocus={onFocus}>
        <Name users={users} />
      </FocusScope>,
      { store, strict },
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => clock.advance(1_001));
    await act(async () => focus());
    expect(users.requests).toHaveLength(2);
  });

  it('uses the screen around the nearest provider', async () => {
    const { store, clock } = testStore();
    const users = getUsers({ dataExpiryLength: 1_000 });
    const screens: (() => void)[] = [];
    const onFocus = (refetch: () => void): (() => void) => {
      screens.push(refetch);
      return () => {};
    };
    await renderAsync(
      <FocusScope onFocus={onFocus}>
        <StoreProvider store={store}>
          <Name users={users} />
        </StoreProvider>
      </FocusScope>,
      { strict },
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => clock.advance(1_001));
    await act(async () => screens.forEach((focus) => focus()));
    expect(users.requests).toHaveLength(2);
  });

  it('is notified of a change that another hook of its key has already read', async () => {
    const { store } = testStore();
    const users = getUsers();
    const Cached = (): ReactElement => <i>{useCache(users.endpoint, { id: '1' })?.name}</i>;
    const within = (name?: ReactElement): ReactElement => (
      <>
        <Cached />
        {name}
      </>
    );
    const { text, rerender } = await renderAsync(within(), { store, strict });
    await rerender(within(<Name users={users} />));
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('AnnAnn');
  });

  it('is notified of a request that another component starts in its render', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    const Waiting = (): ReactElement => <i>{useSuspense(users.endpoint, { id: '1' }).name}</i>;
    const screen = await renderAsync(<Name users={users} />, { store, strict });
    expect(screen.text()).toBe('Ann');
    await act(async () => clock.advance(60_001));
    await screen.rerender(
      <>
        <Name users={users} />
        <Boundary>
          <Waiting />
        </Boundary>
      </>,
    );
    expect(screen.text()).toBe('Ann, fetchingAnn');
  });
});

it('useDLE renders only if a member changes', async () => {
  const { store, clock } = testStore();
  const users = getUsers();
  store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
  let renders = 0;
  const Counting = memo((): ReactElement => {
    renders++;
    return <b>{useDLE(users.endpoint, { id: '1' }).data?.name}</b>;
  });
  const { unmount } = await renderAsync(<Counting />, { store });
  renders = 0;
  // The status and the times change, the returned members do not.
  await act(async () => clock.advance(60_001));
  await act(async () => store.set(User, { id: '2', name: 'Bo' }));
  expect(renders).toBe(0);
  await act(async () => store.set(User, { id: '1', name: 'Ann B.' }));
  expect(renders).toBe(1);
  await unmount();
});
