import { act } from '@testing-library/react';
import { type ReactElement, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDLE, useLive, useSuspense } from 'streambed/react';
import { internalsOf } from '../../src/kernel/store/internalsOf.ts';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { inTransition } from './support/inTransition.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { renderLive } from './support/renderLive.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const getUsers = () => remote('getUser', { schema: User, pollFrequency: 10_000 });
type Users = ReturnType<typeof getUsers>;
type Read = (users: Users) => string | undefined;

/** Every way to read. */
const hooks: Record<string, Read> = {
  useSuspense: (users) => useSuspense(users.endpoint, { id: '1' }).name,
  useDLE: (users) => useDLE(users.endpoint, { id: '1' }).data?.name,
  useLive: (users) => useLive(users.endpoint, { id: '1' }).name,
};

/** Every way to show the log-in page. */
const leaves: Record<string, (show: () => void) => void> = {
  'a state change': (show) => show(),
  flushSync,
  'a transition': inTransition,
};

function Part({ read, users }: { read: Read; users: Users }): ReactElement {
  return <b>{read(users) ?? 'waiting'}</b>;
}

describe.each(modes)('after a log-out, %s,', (_, strict) => {
  async function loggedIn(read: Read) {
    const { store, clock } = testStore();
    const users = getUsers();
    const page: { show?: (isOut: boolean) => void } = {};
    function App(): ReactElement {
      const [isOut, setOut] = useState(false);
      useEffect(() => void (page.show = setOut), []);
      if (isOut) return <i>Log in</i>;
      return (
        <Boundary>
          <Part read={read} users={users} />
        </Boundary>
      );
    }
    const screen = await renderAsync(<App />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(screen.text()).toBe('Ann');
    return { ...screen, store, clock, users, showLogIn: () => page.show!(true) };
  }

  for (const [hook, read] of Object.entries(hooks)) {
    it.each(Object.entries(leaves))(
      `no component that %s replaces sends a request: ${hook}`,
      async (_name, leave) => {
        const { clock, showLogIn, store, text, users } = await loggedIn(read);
        await act(async () => {
          leave(showLogIn);
          await store.reset();
        });
        expect(text()).toBe('Log in');
        await act(async () => clock.advance(60_000));
        expect(users.requests).toHaveLength(1);
        expect(store.stats()).toMatchObject({ inFlight: 0, subscribers: 0 });
      },
    );

    it(`no component that is replaced sends a request, however long the reset takes: ${hook}`, async () => {
      const { clock, showLogIn, store, text, users } = await loggedIn(read);
      class Slow {
        reset = () => clock.adjust(60);
        end = () => undefined;
      }
      internalsOf(store).feature(Slow, () => new Slow());
      await act(async () => {
        showLogIn();
        await store.reset();
      });
      expect(text()).toBe('Log in');
      await act(async () => clock.advance(60_000));
      expect(users.requests).toHaveLength(1);
    });

    it(`a component that stays is fetched once, soon: ${hook}`, async () => {
      const { clock, store, text, users } = await loggedIn(read);
      await act(() => store.reset());
      expect(text()).toBe('waiting');
      await act(async () => clock.advance(50));
      expect(users.requests).toHaveLength(2);
      await users.last.answer({ id: '1', name: 'Bea' });
      expect(text()).toBe('Bea');
      await act(async () => clock.advance(1_000));
      expect(users.requests).toHaveLength(2);
    });
  }

  it('a component that mounts sends its request at once', async () => {
    const { rerender, store, text, users } = await loggedIn(hooks.useSuspense);
    await act(() => store.reset());
    const other = getUsers().endpoint.extend({ name: 'other' });
    const sent: unknown[] = [];
    const others = {
      ...users,
      endpoint: other.extend({ fetch: (args: object) => void sent.push(args) as never }),
    };
    await rerender(
      <Boundary>
        <Part read={hooks.useDLE} users={others} />
      </Boundary>,
    );
    expect(sent).toHaveLength(1);
    expect(text()).toBe('waiting');
  });
});

it('a component that is shown, and is replaced before its effects run, sends no request', async () => {
  const { store, clock } = testStore();
  const users = getUsers();
  const page: { show?: (isOut: boolean) => void } = {};
  function Name(): ReactElement {
    return <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>;
  }
  function App(): ReactElement {
    const [isOut, setOut] = useState(false);
    useLayoutEffect(() => void (page.show = setOut), []);
    if (isOut) return <i>Log in</i>;
    return (
      <Boundary>
        <Name />
      </Boundary>
    );
  }
  const { container, end } = renderLive(<App />, { store, strict: false });
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      const check = (): void => {
        if (container.textContent === text) resolve(observer.disconnect());
      };
      const observer = new MutationObserver(check);
      observer.observe(container, { childList: true, subtree: true, characterData: true });
      check();
    });
  await shows('waiting');
  const shown = shows('Ann');
  users.last.resolve({ id: '1', name: 'Ann' });
  await shown;
  flushSync(() => {
    page.show!(true);
    void store.reset();
  });
  expect(container.textContent).toBe('Log in');
  await new Promise((resolve) => setTimeout(resolve));
  clock.advance(50);
  await new Promise((resolve) => setTimeout(resolve));
  clock.advance(60_000);
  expect(users.requests).toHaveLength(1);
  await end();
});
