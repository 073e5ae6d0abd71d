import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote, remoteList, remoteWith } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

type GetUser = ReturnType<typeof getUsers>['endpoint'];
const getUsers = () => remote('getUser', { schema: User });

function Name({ endpoint, id }: { endpoint: GetUser; id: string | null }): ReactElement {
  const user = useSuspense(endpoint, id === null ? null : { id });
  return <b>{user === undefined ? 'nobody' : user.name}</b>;
}

describe.each(modes)('useSuspense %s', (_, strict) => {
  it('suspends without data, fetches once and shows the response', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id="1" />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('waiting');
    expect(users.requests.map(({ args }) => args)).toEqual([[{ id: '1' }]]);

    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(1);
  });

  it('shows stale data at once and refetches once in the background', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    clock.advance(60_001);
    expect(store.getState(users.endpoint, { id: '1' }).status).toBe('stale');

    const onWait = jest.fn();
    const { text } = await renderAsync(
      <Boundary onWait={onWait}>
        <Name endpoint={users.endpoint} id="1" />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(1);

    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('Anna');
    expect(onWait).not.toHaveBeenCalled();
    expect(users.requests).toHaveLength(1);
  });

  it('shows valid data and does not fetch', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    clock.advance(59_999);
    const { text } = await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id="1" />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(0);
  });

  it('shows an entity of another response and does not fetch while it is valid', async () => {
    const { store } = testStore();
    const users = getUsers();
    const all = remoteList('listUsers', { schema: [User] });
    store.setResponse(all.endpoint, [{ id: '1', name: 'Ann' }]);
    const { text } = await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id="1" />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(0);
  });

  it('does nothing and returns undefined for null', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id={null} />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('nobody');
    expect(users.requests).toHaveLength(0);
    expect(store.stats()).toMatchObject({ entries: 0, subscribers: 0, timers: 0 });
  });

  it('changes from null to arguments and back, without a value of the previous arguments', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    const shown = (id: string | null): ReactElement => (
      <Boundary>
        <Name endpoint={users.endpoint} id={id} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(shown(null), { store, strict });
    await rerender(shown('1'));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');

    await rerender(shown(null));
    expect(text()).toBe('nobody');
    expect(store.stats().subscribers).toBe(0);

    clock.advance(1_000);
    await rerender(shown('1'));
    expect(text()).toBe('Ann');
    expect(store.stats().subscribers).toBe(1);
    expect(users.requests).toHaveLength(1);
  });

  it('suspends for new arguments and fetches them', async () => {
    const { store } = testStore();
    const users = getUsers();
    const shown = (id: string): ReactElement => (
      <Boundary>
        <Name endpoint={users.endpoint} id={id} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(shown('1'), { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });

    await rerender(shown('2'));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
    expect(users.requests.map(({ args: [{ id }] }) => id)).toEqual(['1', '2']);
  });

  it('refetches in the background when arguments change to a stale key', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    store.setResponse(users.endpoint, { id: '2' }, { id: '2', name: 'Bo' });
    clock.advance(60_001);
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    const shown = (id: string): ReactElement => (
      <Boundary>
        <Name endpoint={users.endpoint} id={id} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(shown('1'), { store, strict });
    await rerender(shown('2'));
    expect(text()).toBe('Bo');
    await users.last.answer({ id: '2', name: 'Bob' });
    expect(text()).toBe('Bob');
    expect(users.requests).toHaveLength(1);
  });

  it('accepts argument objects made in the render', async () => {
    const { store } = testStore();
    const search = remoteWith<[{ q: string; tags: string[] }]>()('search');
    function Results({ n }: { n: number }): ReactElement {
      const { hits } = useSuspense(search.endpoint, { q: 'ann', tags: ['a', 'b'] }) as {
        hits: number;
      };
      return <b>{`${hits} hits, render ${n}`}</b>;
    }
    const shown = (n: number): ReactElement => (
      <Boundary>
        <Results n={n} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(shown(1), { store, strict });
    await search.last.answer({ hits: 3 });
    await rerender(shown(2));
    await rerender(shown(3));
    expect(text()).toBe('3 hits, render 3');
    expect(search.requests).toHaveLength(1);
    expect(store.stats().subscribers).toBe(1);
  });

  it('reads conditionally: does not fetch before there is an id', async () => {
    const { store } = testStore();
    const users = getUsers();
    function Friend(): ReactElement {
      const me = useSuspense(users.endpoint, { id: '1' });
      const friend = useSuspense(users.endpoint, me.bestFriendId ? { id: me.bestFriendId } : null);
      return <b>{friend ? friend.name : 'no friend'}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Friend />
      </Boundary>,
      { store, strict },
    );
    await users.last.answer({ id: '1', name: 'Ann', bestFriendId: '' });
    expect(text()).toBe('no friend');
    expect(users.requests).toHaveLength(1);

    await act(async () => store.set(User, { id: '1', bestFriendId: '2' }));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
    expect(users.requests.map(({ args: [{ id }] }) => id)).toEqual(['1', '2']);
  });

  it('reads in sequence: the second request uses the value of the first', async () => {
    const { store } = testStore();
    const users = getUsers();
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
    expect(users.requests.map(({ args: [{ id }] }) => id)).toEqual(['1']);
    await users.last.answer({ id: '1', name: 'Ann', bestFriendId: '2' });
    expect(text()).toBe('waiting');
    expect(users.requests.map(({ args: [{ id }] }) => id)).toEqual(['1', '2']);
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Ann and Bo');
    expect(users.requests).toHaveLength(2);
  });

  it('returns the response as it is without a schema', async () => {
    const { store } = testStore();
    const answers: unknown[] = [];
    const time = remoteList('time');
    function Time(): ReactElement {
      answers.push(useSuspense(time.endpoint));
      return <b>{answers.length > 0 && 'there'}</b>;
    }
    await renderAsync(
      <Boundary>
        <Time />
      </Boundary>,
      { store, strict },
    );
    const answer = { now: '12:00', zones: ['CET'] };
    await time.last.answer(answer);
    expect(answers.at(-1)).toEqual(answer);
  });

  it.each([[undefined], [null], [0], [''], [false]])(
    'shows a response of %p and sends no other request',
    async (answer) => {
      const { store } = testStore();
      const anything = remoteList('anything');
      function Anything(): ReactElement {
        return <b>{`got ${String(useSuspense(anything.endpoint) as unknown)}`}</b>;
      }
      const { text } = await renderAsync(
        <Boundary>
          <Anything />
        </Boundary>,
        { store, strict },
      );
      await anything.last.answer(answer);
      expect(text()).toBe(`got ${String(answer)}`);
      expect(anything.requests).toHaveLength(1);
    },
  );
});
