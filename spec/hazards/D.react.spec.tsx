import { act } from '@testing-library/react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { createStore, StreambedError, type Store } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';
import { Boundary } from '../react/support/Boundary.tsx';
import { User } from '../react/support/entities.ts';
import { modes } from '../react/support/modes.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote } from '../react/support/remote.ts';
import { renderAsync } from '../react/support/renderAsync.tsx';
import { testStore } from '../react/support/testStore.ts';

quietConsole();

const getUsers = (options: object = {}) => remote('getUser', { schema: User, ...options });
type Users = ReturnType<typeof getUsers>;

let renders = 0;
beforeEach(() => {
  renders = 0;
});

function Name({ users, id = '1' }: { users: Users; id?: string }): ReactElement {
  renders++;
  return <b>{useSuspense(users.endpoint, { id }).name} </b>;
}

const bounded = (...children: ReactNode[]): ReactElement => <Boundary>{...children}</Boundary>;

describe.each(modes)('%s', (_, strict) => {
  it('D1 one key is one request and one subscription, and the replay of effects keeps both', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(bounded(<Name users={users} />), { store, strict });
    expect(users.requests).toHaveLength(1);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(store.stats().subscribers).toBe(1);
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect([text(), users.requests.length]).toEqual(['Anna ', 1]);
  });

  it('D1 a store made in a state initializer fetches nothing before it is read', async () => {
    const users = getUsers();
    const made: Store[] = [];
    function App(): ReactElement {
      const [store] = useState(() => {
        made.push(createStore());
        return made.at(-1)!;
      });
      return <StoreProvider store={store}>{bounded(<Name users={users} />)}</StoreProvider>;
    }
    const { text, unmount } = await renderAsync(<App />, { strict });
    expect(users.requests).toHaveLength(1);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann ');
    const unused = made.filter((store) => store.stats().entries === 0);
    expect(unused).toHaveLength(made.length - 1);
    for (const store of unused) expect(store.stats()).toMatchObject({ timers: 0, inFlight: 0 });
    await unmount();
    for (const store of made) store.dispose();
  });

  it('D2 a render that never commits leaves nothing behind after its time', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    function Throws(): ReactNode {
      throw new StreambedError('SB_ABORTED', 'sibling');
    }
    await renderAsync(bounded(<Name users={users} key="a" />, <Throws key="b" />), {
      store,
      strict,
    });
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => clock.advance(5_000));
    await act(async () => clock.advance(5_000));
    expect(store.stats()).toMatchObject({ subscribers: 0, timers: 0, inFlight: 0 });
  });

  it('D3 a component that unmounts before its first value leaves the response to the next one, or aborts it', async () => {
    for (const cancel of [false, true]) {
      const { store, clock } = testStore();
      const users = getUsers({ cancel });
      const { unmount } = await renderAsync(bounded(<Name users={users} />), { store, strict });
      await unmount();
      for (const ms of [30_000, 5_000, 5_000]) await act(async () => clock.advance(ms));
      expect(users.last.signal?.aborted).toBe(cancel);
      await users.last.answer({ id: '1', name: 'Ann' });
      await act(async () => clock.advance(5_000));
      expect(store.get(User, '1')?.name).toBe(cancel ? undefined : 'Ann');
      expect(store.stats()).toMatchObject({ subscribers: 0, timers: 0, inFlight: 0 });
    }
  });

  it('D4 data with the shortest lifetime is still shown: one request each, without a loop', async () => {
    const short = { dataExpiryLength: 0, errorExpiryLength: 0, invalidIfStale: true };
    const { store } = testStore({ gcTime: 0, graceTime: 0 });
    const users = getUsers(short);
    const { text } = await renderAsync(
      bounded(<Name users={users} id="1" key="1" />, <Name users={users} id="2" key="2" />),
      { store, strict },
    );
    for (const request of users.requests.slice()) {
      await request.answer({ id: request.args[0].id, name: `user ${request.args[0].id}` });
    }
    for (const request of users.requests.slice(2)) {
      await request.answer({ id: request.args[0].id, name: `user ${request.args[0].id}` });
    }
    expect(text()).toBe('user 1 user 2 ');
    expect(users.requests).toHaveLength(2);
    expect(renders).toBeLessThan(40);
  });

  it('D5 a suspended component always gets its data, however often it is invalidated before', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(bounded(<Name users={users} />), { store, strict });
    for (let round = 0; round < 5; round++) {
      await act(async () => store.invalidate(users.endpoint, { id: '1' }));
      await act(async () => {
        store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'invalidated' });
        store.invalidate(users.endpoint, { id: '1' });
      });
      await act(async () => void store.reset());
    }
    expect(text()).toBe('waiting');
    // After a reset, React renders before components fetch again.
    await act(async () => clock.advance(50));
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann ');
    expect(renders).toBeLessThan(100);
  });

  it('D6 two boundaries that suspend on one key both show its data', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(
      <>
        {bounded(<Name users={users} />)}
        {bounded(<Name users={users} />)}
      </>,
      { store, strict },
    );
    expect([text(), users.requests.length]).toEqual(['waitingwaiting', 1]);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann Ann ');
  });

  it('D7 arguments may be new objects in each render: the key counts', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, rerender } = await renderAsync(bounded(<Name users={users} />), {
      store,
      strict,
    });
    await rerender(bounded(<Name users={users} />));
    await users.last.answer({ id: '1', name: 'Ann' });
    const before = renders;
    for (let again = 0; again < 5; again++) await rerender(bounded(<Name users={users} />));
    expect(renders - before).toBe(strict ? 10 : 5);
    expect([text(), users.requests.length]).toEqual(['Ann ', 1]);
  });

  it('D12 an error does not loop, a reset of the boundary fetches once, and errors beside data are shown by policy', async () => {
    const { store, clock } = testStore();
    const users = getUsers({
      errorPolicy: (error: Error) => (error.message === 'soft' ? 'soft' : 'hard'),
    });
    const { text, getByTitle } = await renderAsync(bounded(<Name users={users} />), {
      store,
      strict,
    });
    await users.last.fail(new Error('soft'));
    expect(text()).toBe('failed: soft');
    await act(async () => clock.advance(60_000));
    expect(users.requests).toHaveLength(1);
    await act(async () => getByTitle('retry').click());
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.expireAll(users.endpoint));
    await users.last.fail(new Error('soft'));
    expect(text()).toBe('Ann ');
    await act(async () => store.expireAll(users.endpoint));
    await users.last.fail(new Error('hard'));
    expect([text(), users.requests.length]).toEqual(['failed: hard', 4]);
  });

  it('D13 the error of one key is never shown for another', async () => {
    const { store } = testStore();
    const users = getUsers();
    const app = (id: string): ReactElement => (
      <Boundary key={id}>
        <Name users={users} id={id} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(app('1'), { store, strict });
    await users.last.fail(new Error('of one'));
    expect(text()).toBe('failed: of one');
    await rerender(app('2'));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo ');
  });

  it('D14 hooks use the nearest store; two stores on one page share nothing, and one may be swapped', async () => {
    const users = getUsers();
    const [one, two] = [testStore().store, testStore().store];
    one.set(User, { id: '1', name: 'of one' });
    two.set(User, { id: '1', name: 'of two' });
    const inner = (store: Store): ReactElement => (
      <>
        <Name users={users} />
        <StoreProvider store={store}>
          <Name users={users} />
        </StoreProvider>
      </>
    );
    const { text, rerender } = await renderAsync(inner(two), { store: one, strict });
    expect(text()).toBe('of one of two ');
    await act(async () => one.set(User, { id: '1', name: 'changed' }));
    expect(text()).toBe('changed of two ');
    await rerender(inner(one));
    expect(text()).toBe('changed changed ');
    expect([one, two].map((store) => store.stats().subscribers)).toEqual([1, 0]);
  });

  it('D16 sibling components fetch at once, without a waterfall', async () => {
    const { store } = testStore();
    const users = getUsers();
    await renderAsync(
      bounded(<Name users={users} key="1" />, <Name users={users} id="2" key="2" />),
      {
        store,
        strict,
      },
    );
    expect(users.requests.map(({ args: [{ id }] }) => id)).toEqual(['1', '2']);
  });

  it('D17 an endpoint replaced while its request is pending never shows the old response by its new schema', async () => {
    const { store } = testStore();
    const [before, after] = [getUsers(), remote('getUser', { schema: [User] })];
    function First(): ReactElement {
      return <b>{useSuspense(after.endpoint, { id: '1' })[0]?.name}</b>;
    }
    const { text, rerender } = await renderAsync(bounded(<Name users={before} />), {
      store,
      strict,
    });
    await rerender(bounded(<First />));
    await before.last.answer({ id: '1', name: 'Ann' });
    expect([text(), after.requests.length]).toEqual(['waiting', 1]);
    await after.last.answer([{ id: '1', name: 'Anna' }]);
    expect(text()).toBe('Anna');
  });

  it('D18 null fetches nothing and shows nothing of the previous arguments', async () => {
    const { store } = testStore();
    const users = getUsers();
    function Maybe({ id }: { id: string | undefined }): ReactElement {
      return <b>{useSuspense(users.endpoint, id ? { id } : null)?.name ?? 'nobody'}</b>;
    }
    const { text, rerender } = await renderAsync(bounded(<Maybe id={undefined} />), {
      store,
      strict,
    });
    expect([text(), users.requests.length]).toEqual(['nobody', 0]);
    await rerender(bounded(<Maybe id="1" />));
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    await rerender(bounded(<Maybe id={undefined} />));
    expect([text(), users.requests.length]).toEqual(['nobody', 1]);
  });
});
