import { act } from '@testing-library/react';
import * as React from 'react';
import { type ReactElement, useEffect, useState } from 'react';
import { schema } from 'streambed';
import type * as streambedReact from 'streambed/react';
import { useSuspense } from 'streambed/react';
import { Boundary } from '../react/support/Boundary.tsx';
import { Link, User } from '../react/support/entities.ts';
import { modes } from '../react/support/modes.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote, remoteList } from '../react/support/remote.ts';
import { renderAsync } from '../react/support/renderAsync.tsx';
import { testStore } from '../react/support/testStore.ts';

quietConsole();

const getUsers = () => remote('getUser', { schema: User });
type Users = ReturnType<typeof getUsers>;

function Name({ users, id = '1' }: { users: Users; id?: string }): ReactElement {
  return <b>{useSuspense(users.endpoint, { id }).name} </b>;
}

describe.each(modes)('%s', (_, strict) => {
  it('D10 the same state is the same object: members made on read, and lists, cause no endless update', async () => {
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

  it('D11 a read during a render notifies no component before the render has ended', async () => {
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
    // React would warn about an update of Log while Name renders.
    const { text, rerender } = await renderAsync(app(false), { store, strict });
    await rerender(app(true));
    expect(text()).toBe('fetch waiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('fetch setResponse Ann ');
  });
});

describe('D19 another React', () => {
  it('D19 without React.use, like 17 and 18, suspends by a thrown thenable', async () => {
    const users = getUsers();
    const { store } = testStore();
    let bridge!: typeof streambedReact;
    jest.isolateModules(() => {
      jest.doMock('react', () => ({ ...React, use: undefined }));
      // Loads the hooks again, without React.use.
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
});
