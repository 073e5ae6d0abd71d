import { act } from '@testing-library/react';
import { Activity, type ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const getUsers = () => remote('getUser', { schema: User });
type Users = ReturnType<typeof getUsers>;

function Name({ users }: { users: Users }): ReactElement {
  return <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>;
}

const shown = (users: Users, mode: 'visible' | 'hidden'): ReactElement => (
  <Boundary>
    <Activity mode={mode}>
      <Name users={users} />
    </Activity>
  </Boundary>
);

describe.each(modes)('a component in a hidden Activity %s', (_, strict) => {
  it('is not subscribed, and shows missed changes when it is visible again', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, rerender } = await renderAsync(shown(users, 'visible'), { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(store.stats().subscribers).toBe(1);

    await rerender(shown(users, 'hidden'));
    expect(store.stats().subscribers).toBe(0);
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    await rerender(shown(users, 'visible'));
    expect(text()).toBe('Anna');
    expect(store.stats().subscribers).toBe(1);
    expect(users.requests).toHaveLength(1);
  });

  it('fetches invalidated data once when it is visible again', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, rerender } = await renderAsync(shown(users, 'visible'), { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await rerender(shown(users, 'hidden'));
    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    await rerender(shown(users, 'visible'));
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('Anna');
    expect(users.requests).toHaveLength(2);
    expect(store.stats()).toMatchObject({ subscribers: 1, inFlight: 0 });
  });

  it('fetches while hidden, and shows the data without suspending when it becomes visible', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, rerender } = await renderAsync(shown(users, 'hidden'), { store, strict });
    expect(users.requests).toHaveLength(1);
    await users.last.answer({ id: '1', name: 'Ann' });
    await rerender(shown(users, 'visible'));
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(1);
  });
});
