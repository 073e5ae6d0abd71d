import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { logger } from '../../../src/tools/devtools/logger/logger.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Boundary } from '../../react/support/Boundary.tsx';
import { User } from '../../react/support/entities.ts';
import { remote } from '../../react/support/remote.ts';
import { renderAsync } from '../../react/support/renderAsync.tsx';

const getUsers = () => remote('getUser', { schema: User });
type Users = ReturnType<typeof getUsers>;

function Name({ users }: { users: Users }): ReactElement {
  return <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>;
}

/** A console that collects what it writes. */
function pageConsole() {
  const calls: [method: string, ...args: unknown[]][] = [];
  const method =
    (name: string) =>
    (...args: unknown[]): void =>
      void calls.push([name, ...args]);
  const target = {
    log: method('log'),
    group: method('group'),
    groupCollapsed: method('groupCollapsed'),
    groupEnd: method('groupEnd'),
  };
  return { calls, target };
}

describe('logger on a page', () => {
  it('writes a closed group for each commit, with the components that it rendered', async () => {
    const { calls, target } = pageConsole();
    const plugins = [logger({ console: target, filter: ({ type }) => type === 'commit' })];
    const store = createStore({ plugins });
    const users = getUsers();
    const { unmount } = await renderAsync(
      <Boundary>
        <Name users={users} />
      </Boundary>,
      { store, strict: false },
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.set(User, { id: '1', name: '100%d' }));
    await unmount();
    // The logger writes its last entries.
    store.dispose();
    const rendered = calls.filter(([, text]) => String(text).includes('rendered'));
    expect(rendered).toHaveLength(2);
    const group = calls.findIndex(([, text]) => String(text).includes('User was set'));
    const [[method, text, color], ...details] = calls.slice(group);
    expect(method).toBe('groupCollapsed');
    expect(text).toMatch(/^%cUser was set %c\d\d:/);
    expect(color).toMatch(/^color: #/);
    expect(details.map(([name, detail]) => [name, detail])).toEqual([
      ['log', '%cchanged %c User: 1 updated (1: name)'],
      ['log', expect.stringMatching(/^%cemitted %c getUser /)],
      ['log', '%crendered%c Name'],
      ['groupEnd', undefined],
    ]);
  });

  it('opens the groups that `collapsed` does not close', () => {
    const { calls, target } = pageConsole();
    const collapsed = (): boolean => false;
    const store = createStore({ plugins: [logger({ collapsed, console: target })] });
    store.set(User, { id: '1', name: '100%' });
    store.invalidate(getUsers().endpoint, { id: '50%' });
    store.dispose();
    expect(calls[0][0]).toBe('group');
  });
});
