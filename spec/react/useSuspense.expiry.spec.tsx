import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createStore, Endpoint } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';
import { getUsers, Name, renderName, type UserOptions } from './support/userKit.tsx';

quietConsole();

const variants: readonly (readonly [name: string, UserOptions])[] = [
  ['dataExpiryLength: 0', { dataExpiryLength: 0 }],
  ['invalidIfStale', { invalidIfStale: true }],
  ['both dataExpiryLength: 0 and invalidIfStale', { dataExpiryLength: 0, invalidIfStale: true }],
];

describe.each(modes)('useSuspense %s', (_, strict) => {
  describe.each(variants)('with %s', (_name, options) => {
    it('fetches once and shows the response', async () => {
      const { clock, users, text } = await renderName(strict, getUsers(options));
      await act(async () => clock.advance(50));
      await users.last.answer({ id: '1', name: 'Ann' });
      expect(text()).toBe('Ann');
      await act(async () => clock.advance(10));
      expect(text()).toBe('Ann');
      expect(users.requests).toHaveLength(1);
    });

    it('fetches once although time passes between the response and the render', async () => {
      const users = getUsers(options);
      let now = 1_000_000;
      const { store, clock } = testStore();
      clock.now = () => (now += 7);
      const { text } = await renderAsync(
        <Boundary>
          <Name users={users} />
        </Boundary>,
        { store, strict },
      );
      await users.last.answer({ id: '1', name: 'Ann' });
      expect(text()).toBe('Ann');
      expect(users.requests).toHaveLength(1);
    });

    it('fetches once for components in two boundaries', async () => {
      const users = getUsers(options);
      let now = 1_000_000;
      const { store, clock } = testStore();
      clock.now = () => (now += 7);
      const { text } = await renderAsync(
        <>
          <Boundary>
            <Name users={users} />
          </Boundary>
          <Boundary>
            <Name users={users} />
            <Name users={users} />
          </Boundary>
        </>,
        { store, strict },
      );
      await users.last.answer({ id: '1', name: 'Ann' });
      expect(text()).toBe('AnnAnnAnn');
      expect(users.requests).toHaveLength(1);
    });

    it('fetches each of two keys once that are read one after the other', async () => {
      const users = getUsers(options);
      let now = 1_000_000;
      const { store, clock } = testStore();
      clock.now = () => (now += 7);
      function Friend(): ReactElement {
        const me = useSuspense(users.endpoint, { id: '1' });
        const friend = useSuspense(users.endpoint, { id: me.bestFriendId });
        return <b>{`${me.name} and ${friend.name}`}</b>;
      }
      const { text } = await renderAsync(
        <Boundary>
          <Friend />
        </Boundary>,
        { store, strict },
      );
      await users.last.answer({ id: '1', name: 'Ann', bestFriendId: '2' });
      await users.last.answer({ id: '2', name: 'Bo' });
      expect(text()).toBe('Ann and Bo');
      expect(users.requests).toHaveLength(2);
    });

    it('neither refetches nor suspends for a mounted component when time passes or it renders again', async () => {
      const { store, clock } = testStore();
      const users = getUsers(options);
      const onWait = jest.fn();
      const shown = (
        <Boundary onWait={onWait}>
          <Name users={users} />
        </Boundary>
      );
      const { text, rerender } = await renderAsync(shown, { store, strict });
      await users.last.answer({ id: '1', name: 'Ann' });
      onWait.mockClear();
      for (const wait of [1, 60_000, 600_000]) {
        await act(async () => clock.advance(wait));
        await rerender(shown);
      }
      expect(text()).toBe('Ann');
      expect(onWait).not.toHaveBeenCalled();
      expect(users.requests).toHaveLength(1);
      expect(store.getState(users.endpoint, { id: '1' }).status).not.toBe('valid');
    });

    it('fetches again for a component that mounts after the expiry', async () => {
      const { store, clock } = testStore();
      const users = getUsers(options);
      const first = (
        <Boundary>
          <Name users={users} />
        </Boundary>
      );
      const { text, rerender } = await renderAsync(first, { store, strict });
      await users.last.answer({ id: '1', name: 'Ann' });
      await act(async () => clock.advance(60_001));

      const waits = options.invalidIfStale ? 'waiting' : 'Ann';
      await rerender(
        <>
          {first}
          <Boundary key="second">
            <Name users={users} />
          </Boundary>
        </>,
      );
      expect(users.requests).toHaveLength(2);
      expect(text()).toMatch(new RegExp(`${waits}$`));
      await users.last.answer({ id: '1', name: 'Anna' });
      expect(text()).toBe('AnnaAnna');
      expect(users.requests).toHaveLength(2);
    });
  });

  it.each(variants)('accepts undefined as a response with %s', async (_name, options) => {
    const { store, clock } = testStore();
    let now = clock.now();
    clock.now = () => ++now;
    const nothing = remote('nothing', options);
    function Nothing(): ReactElement {
      return <b>{String(useSuspense(nothing.endpoint, { id: '1' }) as unknown)}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Nothing />
      </Boundary>,
      { store, strict },
    );
    await nothing.last.answer(undefined);
    expect(text()).toBe('undefined');
    now += 60_001;
    await act(async () => clock.advance(60_001));
    expect(text()).toBe('undefined');
    expect(nothing.requests).toHaveLength(1);
  });

  it('keeps the data of a mounted component while another one suspends on the same key', async () => {
    const { store, clock } = testStore();
    const users = getUsers({ invalidIfStale: true });
    const first = <Name users={users} />;
    const shown = (more: boolean): ReactElement => (
      <>
        <Boundary key="first">{first}</Boundary>
        <Boundary key="second">{more && <Name users={users} />}</Boundary>
      </>
    );
    const { text, rerender } = await renderAsync(shown(false), { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => clock.advance(60_001));
    await rerender(shown(true));
    expect(text()).toBe('Annwaiting');
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('AnnaAnna');
    expect(users.requests).toHaveLength(2);
  });

  it.each(['graceTime', 'gcTime'] as const)('shows the response with %s: 0', async (time) => {
    const { store, clock } = testStore({ [time]: 0 });
    const users = getUsers({ dataExpiryLength: 0, invalidIfStale: true });
    const { text } = await renderAsync(
      <Boundary>
        <Name users={users} />
      </Boundary>,
      { store, strict },
    );
    await act(async () => clock.advance(100));
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => clock.advance(100));
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(1);
  });
});

describe('useSuspense on the real clock', () => {
  it.each([
    ['kept for no time', { graceTime: 0, gcTime: 0 }, {}],
    [
      'kept for no time and expired at once',
      { graceTime: 0, gcTime: 0 },
      { dataExpiryLength: 0, invalidIfStale: true },
    ],
  ])('fetches once and shows data that is %s', async (_name, storeOptions, options) => {
    const store = createStore(storeOptions);
    let requestCount = 0;
    const getUser = new Endpoint(
      async ({ id }: { id: string }) => {
        requestCount++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { id, name: 'Ann' };
      },
      { name: 'getUser', schema: User, lookup: true, ...options },
    );
    function Slow(): ReactElement {
      return <b>{useSuspense(getUser, { id: '1' }).name}</b>;
    }
    const { findByText } = await renderAsync(
      <Boundary>
        <Slow />
      </Boundary>,
      { store },
    );
    await findByText('Ann');
    expect(requestCount).toBe(1);
    store.dispose();
  });
});
