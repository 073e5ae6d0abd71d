import { act, waitFor } from '@testing-library/react';
import { type ReactElement, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { useSuspense } from 'streambed/react';
import { Boundary } from '../react/support/Boundary.tsx';
import { User } from '../react/support/entities.ts';
import { modes } from '../react/support/modes.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote } from '../react/support/remote.ts';
import { renderAsync } from '../react/support/renderAsync.tsx';
import { renderLive } from '../react/support/renderLive.tsx';
import { testStore } from '../react/support/testStore.ts';

quietConsole();

const getUsers = () => remote('getUser', { schema: User });
type Users = ReturnType<typeof getUsers>;

function Name({ users, id = '1' }: { users: Users; id?: string }): ReactElement {
  return <b>{useSuspense(users.endpoint, { id }).name} </b>;
}

/** A component with a state `id`, and a function that sets it in a transition. */
function withId(show: (id: string) => ReactElement): {
  App: () => ReactElement;
  readonly go: (id: string) => Promise<void>;
} {
  let set!: (id: string) => void;
  return {
    App: () => {
      const [id, setId] = useState('1');
      set = setId;
      return show(id);
    },
    go: (id) => act(async () => startTransition(() => set(id))),
  };
}

/** A component that gets `true` in a transition when `show` is called. */
function inTransition(render: (isShown: boolean) => ReactElement): {
  Shown: () => ReactElement;
  readonly show: () => void;
} {
  let set!: (isShown: boolean) => void;
  return {
    Shown: () => {
      const [isShown, setShown] = useState(false);
      set = setShown;
      return render(isShown);
    },
    show: () => startTransition(() => set(true)),
  };
}

describe.each(modes)('%s', (_, strict) => {
  it('D8 a key that changes in a transition keeps the old screen, and visible data never suspends for a refetch', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { App, go } = withId((id) => (
      <Boundary>
        <Name users={users} id={id} />
      </Boundary>
    ));
    const { text } = await renderAsync(<App />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await go('2');
    expect([text(), users.requests.length]).toEqual(['Ann ', 2]);
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo ');
    await act(async () => store.expireAll(users.endpoint));
    expect([text(), users.requests.length]).toEqual(['Bo ', 3]);
    await users.last.answer({ id: '2', name: 'Bob' });
    expect([text(), users.requests.length]).toEqual(['Bob ', 3]);
  });

  it('D9 no commit shows two states of one key, although a write happens between two renders', async () => {
    const { store } = testStore();
    const users = getUsers();
    store.set(User, { id: '1', name: 'before' });
    const writes = [() => store.set(User, { id: '1', name: 'after' })];
    function Writes(): null {
      writes.pop()?.();
      return null;
    }
    const screens: string[] = [];
    function App({ isShown }: { isShown: boolean }): ReactElement {
      const root = useRef<HTMLParagraphElement>(null);
      useLayoutEffect(() => void screens.push(root.current!.textContent));
      return (
        <p ref={root}>
          {isShown && (
            <>
              <Name users={users} />
              <Writes />
              <Name users={users} />
            </>
          )}
        </p>
      );
    }
    const { Shown, show } = inTransition((isShown) => <App isShown={isShown} />);
    const live = renderLive(<Shown />, { store, strict });
    await waitFor(() => expect(screens).toContain(''));
    show();
    await waitFor(() => expect(live.container.textContent).toBe('after after '));
    expect(screens.filter((screen) => screen.includes('before'))).toEqual([]);
    await live.end();
  });
});
