import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { schema } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote, remoteList } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';
import { getUsers, Name, renderName } from './support/userKit.tsx';

quietConsole();

describe.each(modes)('mounted components, %s,', (_, strict) => {
  it('suspend and fetch once when their key is invalidated', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(
      <>
        <Boundary>
          <Name users={users} />
        </Boundary>
        <Boundary>
          <Name users={users} />
        </Boundary>
        <Boundary>
          <Name users={users} id="2" />
        </Boundary>
      </>,
      { store, strict },
    );
    await users.requests[0].answer({ id: '1', name: 'Ann' });
    await users.requests[1].answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('AnnAnnBo');

    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    expect(text()).toBe('waitingwaitingBo');
    expect(users.requests).toHaveLength(3);
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('AnnaAnnaBo');
    expect(users.requests).toHaveLength(3);
  });

  it('release the response after an invalidation, so that a component that mounts later fetches', async () => {
    const { store, clock } = testStore();
    const users = remote('getUser', { schema: User, dataExpiryLength: 0 });
    const shown = (more: boolean): ReactElement => (
      <Boundary>
        <Name users={users} />
        {more && <Name users={users} />}
      </Boundary>
    );
    const { text, rerender } = await renderAsync(shown(false), { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('Anna');
    await act(async () => clock.advance(1));
    expect(store.stats()).toMatchObject({ subscribers: 1, timers: 0 });
    await rerender(shown(true));
    expect(users.requests).toHaveLength(3);
  });

  it('ignore the response of a request from before the invalidation', async () => {
    const { store, users, text } = await renderName(strict);
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.expireAll(users.endpoint));
    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    expect(users.requests).toHaveLength(3);
    await users.requests[1].answer({ id: '1', name: 'old' });
    expect(text()).toBe('waiting');
    await users.requests[2].answer({ id: '1', name: 'new' });
    expect(text()).toBe('new');
    expect(users.requests).toHaveLength(3);
  });

  it('keep their data and refetch once when the endpoint is expired', async () => {
    const { store } = testStore();
    const users = getUsers();
    const onWait = jest.fn();
    const { text } = await renderAsync(
      <Boundary onWait={onWait}>
        <Name users={users} />
        <Name users={users} />
      </Boundary>,
      { store, strict },
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    onWait.mockClear();
    await act(async () => store.expireAll(users.endpoint));
    expect(text()).toBe('AnnAnn');
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('AnnaAnna');
    expect(onWait).not.toHaveBeenCalled();
  });

  it('suspend when an endpoint with invalidIfStale is expired', async () => {
    const { store, users, text } = await renderName(
      strict,
      remote('getUser', { schema: User, invalidIfStale: true }),
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.expireAll(users.endpoint));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('Anna');
    expect(users.requests).toHaveLength(2);
  });

  it('suspend and refetch after a reset, and ignore the response of the earlier request', async () => {
    const { store, clock, users, text } = await renderName(strict);
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.expireAll(users.endpoint));
    await act(() => store.reset());
    expect(text()).toBe('waiting');
    await act(async () => clock.advance(50));
    expect(users.requests).toHaveLength(3);
    expect(users.requests[1].signal?.aborted).toBe(true);
    await users.requests[1].answer({ id: '1', name: 'private' });
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Bo' });
    expect(text()).toBe('Bo');
    expect(users.requests).toHaveLength(3);
  });

  it('suspend and refetch when their entity is removed', async () => {
    const { store, users, text } = await renderName(strict);
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.set(new schema.Invalidate(User), '1'));
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(2);
    await users.last.fail(new Error('not found'));
    expect(text()).toBe('failed: not found');
    expect(users.requests).toHaveLength(2);
  });

  it('of a list drop a removed entity without a request', async () => {
    const { store } = testStore();
    const list = remoteList('list', { schema: [User] });
    function Names(): ReactElement {
      return (
        <b>
          {useSuspense(list.endpoint)
            .map(({ name }) => name)
            .join(', ')}
        </b>
      );
    }
    const { text } = await renderAsync(
      <Boundary>
        <Names />
      </Boundary>,
      { store, strict },
    );
    await list.last.answer([
      { id: '1', name: 'Ann' },
      { id: '2', name: 'Bo' },
    ]);
    await act(async () => store.set(new schema.Invalidate(User), '1'));
    expect(text()).toBe('Bo');
    expect(list.requests).toHaveLength(1);
  });

  it('show each write', async () => {
    const { store, users, text } = await renderName(strict);
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect(text()).toBe('Anna');
    await act(async () => store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Bo' }));
    expect(text()).toBe('Bo');
    await act(async () => store.setError(users.endpoint, { id: '1' }, new Error('set')));
    expect(text()).toBe('failed: set');
  });
});

describe.each(modes)('suspended components, %s,', (_, strict) => {
  it('show a response that was set while their request is in flight', async () => {
    const { store, users, text } = await renderName(strict);
    await act(async () => store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'set' }));
    expect(text()).toBe('set');
    await users.last.answer({ id: '1', name: 'fetched' });
    expect(store.stats().inFlight).toBe(0);
    expect(users.requests).toHaveLength(1);
  });

  it('show their entity when another source writes it', async () => {
    const { store, users, text } = await renderName(strict);
    await act(async () => store.set(User, { id: '1', name: 'socket' }));
    expect(text()).toBe('socket');
    expect(users.requests).toHaveLength(1);
  });

  it('refetch when their key is invalidated, and ignore the earlier response', async () => {
    const { store, users, text } = await renderName(strict);
    await act(async () => store.invalidate(users.endpoint, { id: '1' }));
    expect(users.requests).toHaveLength(2);
    await users.requests[0].answer({ id: '1', name: 'old' });
    expect(text()).toBe('waiting');
    await users.requests[1].answer({ id: '1', name: 'new' });
    expect(text()).toBe('new');
    expect(users.requests).toHaveLength(2);
  });

  it('refetch after a reset', async () => {
    const { store, clock, users, text } = await renderName(strict);
    await act(() => store.reset());
    expect(text()).toBe('waiting');
    await act(async () => clock.advance(50));
    expect(users.requests).toHaveLength(2);
    expect(users.requests[0].signal?.aborted).toBe(true);
    await users.requests[1].answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
  });

  it('stay suspended if the response is invalidated before they commit', async () => {
    const { store, users, text } = await renderName(strict);
    await act(async () => {
      users.last.resolve({ id: '1', name: 'Ann' });
      while (store.getState(users.endpoint, { id: '1' }).data === undefined)
        await Promise.resolve();
      store.invalidate(users.endpoint, { id: '1' });
    });
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('Anna');
    expect(users.requests).toHaveLength(2);
  });

  it('stay suspended if their entity is removed before they commit', async () => {
    const { store, users, text } = await renderName(strict);
    await act(async () => {
      users.last.resolve({ id: '1', name: 'Ann' });
      while (store.getState(users.endpoint, { id: '1' }).data === undefined)
        await Promise.resolve();
      store.set(new schema.Invalidate(User), '1');
    });
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('Anna');
  });

  it('throw when one of several keys fails', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(
      <Boundary>
        <Name users={users} />
        <Name users={users} id="2" />
      </Boundary>,
      { store, strict },
    );
    await users.requests.find(({ args: [{ id }] }) => id === '1')!.fail(new Error('gone'));
    expect(text()).toBe('failed: gone');
  });
});
