import { act } from '@testing-library/react';
import { Activity, type ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { Boundary } from '../react/support/Boundary.tsx';
import { User } from '../react/support/entities.ts';
import { modes } from '../react/support/modes.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote } from '../react/support/remote.ts';
import { renderAsync } from '../react/support/renderAsync.tsx';
import { testStore } from '../react/support/testStore.ts';

quietConsole();

const getUsers = () => remote('getUser', { schema: User });
type Users = ReturnType<typeof getUsers>;

function Name({ users }: { users: Users }): ReactElement {
  return <b>{useSuspense(users.endpoint, { id: '1' }).name} </b>;
}

describe.each(modes)('%s', (_, strict) => {
  it('D15 a hidden component has no subscription, shows missed changes when it returns, and counts once', async () => {
    const { store } = testStore();
    const users = getUsers();
    const app = (mode: 'visible' | 'hidden'): ReactElement => (
      <Activity mode={mode}>
        <Boundary>
          <Name users={users} />
        </Boundary>
      </Activity>
    );
    const { text, rerender } = await renderAsync(app('visible'), { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    for (const name of ['Anna', 'Annika']) {
      await rerender(app('hidden'));
      expect(store.stats().subscribers).toBe(0);
      await act(async () => store.set(User, { id: '1', name }));
      await rerender(app('visible'));
      expect([text(), store.stats().subscribers]).toEqual([`${name} `, 1]);
    }
    expect(users.requests).toHaveLength(1);
  });
});
