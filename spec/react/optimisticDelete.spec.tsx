import { act } from '@testing-library/react';
import { Suspense, type ReactElement } from 'react';
import { Entity, schema } from 'streambed';
import { useDLE, useLive, useStream, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

class Ticket extends Entity {
  id = '';
  owner = User.fromJS();
  static override key = 'Ticket';
  static override schema = { owner: User };
}

const ann = { id: '1', name: 'Ann' };

const getUsers = (dataExpiryLength: number) =>
  remote('getUser', { schema: User, pollFrequency: 1e9, dataExpiryLength });
type Users = ReturnType<typeof getUsers>;

const getRemovals = () =>
  remote('removeUser', {
    schema: new schema.Invalidate(User),
    sideEffect: true,
    getOptimisticResponse: (_snapshot: unknown, { id }: { readonly id: string }) => ({ id }),
  });

interface Props {
  readonly users: Users;
}

const hooks: Readonly<Record<string, (props: Props) => ReactElement>> = {
  useSuspense: ({ users }) => <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>,
  useLive: ({ users }) => <b>{useLive(users.endpoint, { id: '1' }).name}</b>,
  useDLE({ users }) {
    const { data, error, loading } = useDLE(users.endpoint, { id: '1' });
    if (loading) return <i>waiting</i>;
    return error ? <div>failed: {error.message}</div> : <b>{data.name}</b>;
  },
};

const situations = modes.flatMap(([mode, strict]) =>
  Object.keys(hooks).flatMap((hook) =>
    [60_000, 0].map((expiry) => ({ mode, strict, hook, expiry }) as const),
  ),
);

describe.each(situations)(
  'an optimistic delete of what $hook shows, data valid for $expiry ms, $mode,',
  ({ strict, hook, expiry }) => {
    const Show = hooks[hook];

    async function deleting(when: 'shown' | 'known' | 'in flight') {
      const { store, clock } = testStore();
      const users = getUsers(expiry);
      const removals = getRemovals();
      const ui = (
        <Boundary>
          <Show users={users} />
        </Boundary>
      );
      if (when === 'known') store.setResponse(users.endpoint, { id: '1' }, ann);
      const send = () =>
        act(async () => void store.fetch(removals.endpoint, { id: '1' }).catch(() => {}));
      if (when === 'known') await send();
      const { text, unmount } = await renderAsync(ui, { store, strict });
      if (when === 'shown') await users.last.answer(ann);
      const before = users.requests.length;
      if (when !== 'known') await send();
      const later = () => users.requests.length - before;
      return { store, clock, users, removals, text, unmount, later };
    }

    it.each(['shown', 'known'] as const)('sends no request before it settles: %s', async (when) => {
      const { clock, removals, text, later } = await deleting(when);
      for (let i = 0; i < 50; i++) await act(async () => clock.advance(1_000));
      expect(text()).toBe('waiting');
      expect(later()).toBe(0);
      await removals.last.fail(new Error('no'));
      expect(text()).toBe('Ann');
      // Data that has expired meanwhile is fetched once.
      expect(later()).toBeLessThanOrEqual(1);
    });

    it.each(['shown', 'known'] as const)('is followed by one request: %s', async (when) => {
      const { clock, users, removals, text, later } = await deleting(when);
      await removals.last.answer('1');
      expect(text()).toBe('waiting');
      expect(later()).toBe(1);
      await users.last.fail(new Error('not found'));
      await act(async () => clock.advance(10_000));
      expect(text()).toBe('failed: not found');
      expect(later()).toBe(1);
    });

    it('leaves nothing behind when the component unmounts meanwhile', async () => {
      const { store, clock, unmount, later } = await deleting('shown');
      await unmount();
      for (let i = 0; i < 40; i++) await act(async () => clock.advance(1_000));
      expect(store.stats()).toMatchObject({ subscribers: 0 });
      expect(later()).toBe(0);
    });
  },
);

it.each(modes)('a response that a delete hides causes no other request, %s', async (_, strict) => {
  const { store, clock } = testStore();
  const [users, removals] = [getUsers(0), getRemovals()];
  const { text } = await renderAsync(
    <Boundary>
      <hooks.useSuspense users={users} />
    </Boundary>,
    { store, strict },
  );
  store.set(User, { id: '1' }, ann);
  await act(async () => void store.fetch(removals.endpoint, { id: '1' }).catch(() => {}));
  await users.last.answer(ann);
  for (let i = 0; i < 10; i++) await act(async () => clock.advance(100));
  expect(text()).toBe('waiting');
  expect(users.requests).toHaveLength(1);
  await removals.last.fail(new Error('no'));
  expect(text()).toBe('Ann');
});

it.each(modes)('a required member that a delete hides is waited for, %s', async (_, strict) => {
  const { store, clock } = testStore();
  const [tickets, removals] = [remote('getTicket', { schema: Ticket }), getRemovals()];
  const Show = () => <b>{useSuspense(tickets.endpoint, { id: 't' }).owner.name}</b>;
  const { text } = await renderAsync(
    <Boundary>
      <Show />
    </Boundary>,
    { store, strict },
  );
  await tickets.last.answer({ id: 't', owner: ann });
  await act(async () => void store.fetch(removals.endpoint, { id: '1' }).catch(() => {}));
  await act(async () => clock.advance(5_000));
  expect(text()).toBe('waiting');
  expect(tickets.requests).toHaveLength(1);
  await removals.last.fail(new Error('no'));
  expect(text()).toBe('Ann');
  expect(tickets.requests).toHaveLength(1);
});

it.each(modes)('a stream that a delete hides sends no request, %s', async (_, strict) => {
  const { store, clock } = testStore();
  const [users, removals] = [getUsers(60_000), getRemovals()];
  const user$ = store.observe(users.endpoint, { id: '1' });
  const Show = () => <b>{useStream(user$).data?.name ?? 'nothing'}</b>;
  const { text } = await renderAsync(
    <Suspense fallback="waiting">
      <Show />
    </Suspense>,
    { store, strict },
  );
  await users.last.answer(ann);
  await act(async () => void store.fetch(removals.endpoint, { id: '1' }).catch(() => {}));
  await act(async () => clock.advance(5_000));
  expect(text()).toBe('nothing');
  expect(users.requests).toHaveLength(1);
});
