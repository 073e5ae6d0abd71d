import { act } from '@testing-library/react';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { Observable, of } from 'rxjs';
import { Endpoint, StreambedError } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';
import { getUsers, Name, renderName } from './support/userKit.tsx';

quietConsole();

/** After these times, one after the other, the lease of a suspended render has ended. */
const waitTimes = [30_000, 5_000, 5_000];

const released = { subscribers: 0, inFlight: 0, timers: 0 };

describe.each(modes)('a component %s', (_, strict) => {
  it('subscribes in its effects, and fetches once', async () => {
    const { store, users, text } = await renderName(strict);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(store.stats().subscribers).toBe(1);
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect(text()).toBe('Anna');
    expect(users.requests).toHaveLength(1);
  });

  it('shows a write between its render and its subscription', async () => {
    const { store } = testStore();
    const users = getUsers();
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    function Writer(): null {
      useEffect(() => store.set(User, { id: '1', name: 'Anna' }), []);
      return null;
    }
    const { text } = await renderAsync(
      <>
        <Writer />
        <Name users={users} />
      </>,
      { store, strict },
    );
    expect(text()).toBe('Anna');
  });

  it('shows at once a response that its subscription fetches synchronously', async () => {
    const { store } = testStore();
    let requestCount = 0;
    const quick = new Endpoint(() => of(`answer ${++requestCount}`), { name: 'quick' });
    store.setResponse(quick, 'stale');
    store.expireAll(quick);
    function Quick(): ReactElement {
      return <b>{useSuspense(quick)}</b>;
    }
    const { text } = await renderAsync(<Quick />, { store, strict });
    expect([text(), requestCount]).toEqual(['answer 1', 1]);
  });

  it('that unmounts before its first value releases everything', async () => {
    const { store, clock, users, unmount } = await renderName(strict);
    await unmount();
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => clock.advance(5_000));
    await act(async () => clock.advance(5_000));
    expect(store.stats()).toMatchObject(released);
    expect(store.getState(users.endpoint, { id: '1' }).data?.name).toBe('Ann');
  });

  it('that unmounts before the response releases its key after a time', async () => {
    const { store, clock, unmount } = await renderName(strict);
    await unmount();
    for (const time of waitTimes) await act(async () => clock.advance(time));
    expect(store.stats()).toMatchObject({ subscribers: 0, timers: 0, inFlight: 1 });
  });

  it.each([
    ['is not cancelled', {}],
    ['has `cancel: true`', { cancel: true }],
  ])('that suspends for long shows a late response, if the request %s', async (_name, options) => {
    const { store, clock } = testStore();
    const users = remote('getUser', {
      schema: User,
      lookup: true,
      dataExpiryLength: 0,
      invalidIfStale: true,
      ...options,
    });
    const { text } = await renderAsync(
      <Boundary>
        <Name users={users} />
      </Boundary>,
      { store, strict },
    );
    for (let hours = 0; hours < 100; hours++) await act(async () => clock.advance(3_600_000));
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(1);
  });

  it('that never commits has its request aborted after a time with `cancel: true`', async () => {
    const { store, clock, users, unmount } = await renderName(
      strict,
      remote('search', { schema: User, cancel: true }),
    );
    await unmount();
    for (const time of waitTimes) await act(async () => clock.advance(time));
    expect(users.last.signal?.aborted).toBe(true);
    expect(users.requests).toHaveLength(1);
    expect(store.stats()).toMatchObject(released);
  });

  it('of two slow keys that expire at once fetches each once', async () => {
    const { store, clock } = testStore();
    const users = remote('getUser', { schema: User, dataExpiryLength: 0, invalidIfStale: true });
    function Both(): ReactElement {
      const one = useSuspense(users.endpoint, { id: '1' });
      const two = useSuspense(users.endpoint, { id: '2' });
      return <b>{`${one.name} and ${two.name}`}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Both />
      </Boundary>,
      { store, strict },
    );
    await act(async () => clock.advance(20_000));
    await users.last.answer({ id: '1', name: 'Ann' });
    for (let minutes = 0; minutes < 10; minutes++) await act(async () => clock.advance(60_000));
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Ann and Bo');
    expect(users.requests.map(({ args: [{ id }] }) => id)).toEqual(['1', '2']);
  });

  it('that unmounts before its first value releases its key while another one waits', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    const slow = remote('getSlowUser', { schema: User });
    const shown = (isThere: boolean): ReactElement => (
      <>
        <Boundary>
          <Name users={slow} id="2" />
        </Boundary>
        <Boundary>{isThere && <Name users={users} />}</Boundary>
      </>
    );
    const { rerender } = await renderAsync(shown(true), { store, strict });
    await rerender(shown(false));
    await users.last.answer({ id: '1', name: 'Ann' });
    for (let time = 0; time < 60_000; time += 5_000) await act(async () => clock.advance(5_000));
    expect(store.stats().subscribers).toBe(1);
    await act(async () => store.expireAll(users.endpoint));
    expect(users.requests).toHaveLength(1);
    await rerender(shown(true));
    expect(users.requests).toHaveLength(2);
  });

  it('whose render never commits releases everything after a time', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    function Throws(): ReactNode {
      throw new StreambedError('SB_ABORTED', 'sibling');
    }
    const { text } = await renderAsync(
      <Boundary>
        <Name users={users} />
        <Name users={users} id="2" />
        <Throws />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toMatch(/^failed: sibling/);
    for (const request of users.requests)
      await request.answer({ id: request.args[0].id, name: 'x' });
    await act(async () => clock.advance(5_000));
    await act(async () => clock.advance(5_000));
    expect(store.stats()).toMatchObject(released);
  });

  it('whose render of valid data never commits releases everything', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    store.set(User, { id: '1', name: 'Ann' });
    function Throws(): ReactNode {
      throw new StreambedError('SB_ABORTED', 'sibling');
    }
    await renderAsync(
      <Boundary>
        <Name users={users} />
        <Throws />
      </Boundary>,
      { store, strict },
    );
    await act(async () => clock.advance(5_000));
    expect(store.stats()).toMatchObject(released);
  });

  it('moves its subscription with its arguments', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    for (const id of ['1', '2', '3']) store.setResponse(users.endpoint, { id }, { id, name: id });
    const { rerender } = await renderAsync(<Name users={users} id="1" />, { store, strict });
    for (const id of ['2', '3', '1', '3']) {
      await rerender(<Name users={users} id={id} />);
      expect(store.stats().subscribers).toBe(1);
    }
    await act(async () => clock.advance(5_000));
    // The released keys keep a timer until their responses expire.
    expect(store.stats()).toMatchObject({ subscribers: 1, timers: 1 });
  });

  it('stays subscribed to a live source through a remount within the grace time', async () => {
    const { store, clock } = testStore();
    let opened = 0;
    let closed = 0;
    const ticks = new Endpoint(
      () =>
        new Observable<number>((subscriber) => {
          opened++;
          subscriber.next(opened);
          return () => closed++;
        }),
      { name: 'ticks' },
    );
    function Ticks(): ReactElement {
      return <b>{useSuspense(ticks)}</b>;
    }
    const shown = (there: boolean): ReactElement => <Boundary>{there && <Ticks />}</Boundary>;
    const { text, rerender } = await renderAsync(shown(true), { store, strict });
    expect(text()).toBe('1');
    await rerender(shown(false));
    await act(async () => clock.advance(4_999));
    await rerender(shown(true));
    expect([opened, closed]).toEqual([1, 0]);
    await rerender(shown(false));
    await act(async () => clock.advance(5_000));
    expect([opened, closed]).toEqual([1, 1]);
    expect(store.stats()).toMatchObject(released);
  });
});
