import { act, waitFor } from '@testing-library/react';
import * as React from 'react';
import {
  Activity,
  type ReactElement,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { renderToString } from 'react-dom/server';
import { Endpoint, schema } from 'streambed';
import type * as streambedReact from 'streambed/react';
import { StoreProvider, useSuspense } from 'streambed/react';
import { Boundary } from '../react/support/Boundary.tsx';
import { Link, User } from '../react/support/entities.ts';
import { modes } from '../react/support/modes.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote, remoteList } from '../react/support/remote.ts';
import { renderAsync } from '../react/support/renderAsync.tsx';
import { renderLive } from '../react/support/renderLive.tsx';
import { testStore } from '../react/support/testStore.ts';

quietConsole();

const getUsers = () => remote('getUser', { schema: User });
type Users = ReturnType<typeof getUsers>;

function Name({ users, id = '1' }: { users: Users; id?: string }): ReactElement {
  return <b>{useSuspense(users.endpoint, { id }).name} </b>;
}

/** A component that is given `true` in a transition, when `show` is called. */
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
  it('D9 no commit shows two states of one key, although a write comes between two renders', async () => {
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

  it('D10 the same state is the same object: members that are made on read, and lists, start no endless update', async () => {
    const { store } = testStore();
    class Dated extends User {
      at = new Date(0);
      static override key = 'Dated';
      static override schema = { at: (text: string) => new Date(text) };
    }
    const described = { dated: [Dated], all: new schema.All({ link: Link }, 'type'), next: '' };
    const page = remoteList('getPage', { schema: described });
    let renders = 0;
    function Page(): ReactElement {
      renders++;
      const { dated, all } = useSuspense(page.endpoint);
      return <b>{`${dated.length} ${all.length} ${dated[0]?.at.getFullYear()}`}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Page />
      </Boundary>,
      { store, strict },
    );
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    await page.last.answer({
      dated: [{ id: '1', at: '2026-06-01' }],
      all: [{ id: 1, type: 'link' }, { type: 'ad' }],
      next: '2',
    });
    expect(text()).toBe('1 2 2026');
    const before = renders;
    await act(async () => {
      for (let id = 2; id < 20; id++) store.set(User, { id: `${id}`, name: 'x' });
    });
    expect(renders).toBe(before);
    expect(store.getState(page.endpoint)).toBe(store.getState(page.endpoint));
    expect(store.observe(page.endpoint).getValue().data).toBe(store.getState(page.endpoint).data);
  });

  it('D11 a read in a render tells nobody before the render has ended', async () => {
    const { store } = testStore();
    const users = getUsers();
    function Log(): ReactElement {
      const [seen, setSeen] = useState('');
      useEffect(() => {
        const log = store.actions$.subscribe(({ type }) => setSeen((all) => `${all}${type} `));
        return () => log.unsubscribe();
      }, []);
      return <i>{seen}</i>;
    }
    const app = (reads: boolean): ReactElement => (
      <>
        <Log />
        <Boundary>{reads && <Name users={users} />}</Boundary>
      </>
    );
    // React would complain of an update of Log while Name renders.
    const { text, rerender } = await renderAsync(app(false), { store, strict });
    await rerender(app(true));
    expect(text()).toBe('fetch waiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('fetch setResponse Ann ');
  });

  it('D15 a hidden reader is not subscribed, comes back to what it missed, and counts once', async () => {
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

describe('D19 another React', () => {
  it('D19 without React.use, as 17 and 18 are, is given the thenable by throwing it', async () => {
    const users = getUsers();
    const { store } = testStore();
    let bridge!: typeof streambedReact;
    jest.isolateModules(() => {
      jest.doMock('react', () => ({ ...React, use: undefined }));
      // A copy of the bridge that finds no `use`.
      bridge = jest.requireActual('../../src/react/index.ts');
    });
    jest.dontMock('react');
    function Older(): ReactElement {
      return <b>{bridge.useSuspense(users.endpoint, { id: '1' }).name}</b>;
    }
    const { text } = await renderAsync(
      <bridge.StoreProvider store={store}>
        <React.Suspense fallback="waiting">
          <Older />
        </React.Suspense>
      </bridge.StoreProvider>,
    );
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect([text(), users.requests.length]).toEqual(['Anna', 1]);
  });

  it('D19 on a server shows what is there, and the fallback for what is not', () => {
    const { store } = testStore();
    const never = new Endpoint(() => new Promise<object>(() => {}), {
      name: 'never',
      schema: User,
    });
    function Waits(): ReactElement {
      return <b>{useSuspense(never).name}</b>;
    }
    const users = getUsers();
    store.set(User, { id: '1', name: 'Ann' });
    const html = renderToString(
      <StoreProvider store={store}>
        <Name users={users} />
        <React.Suspense fallback="waiting">
          <Waits />
        </React.Suspense>
      </StoreProvider>,
    );
    expect(html.replaceAll(/<!--.*?-->|<template.*?<\/template>/g, '')).toContain('Ann');
    expect(html).toContain('waiting');
    expect(users.requests).toHaveLength(0);
    store.dispose();
    expect(store.stats()).toMatchObject({ timers: 0, inFlight: 0, subscribers: 0 });
  });
});
