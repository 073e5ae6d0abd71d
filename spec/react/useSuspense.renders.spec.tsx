import { act } from '@testing-library/react';
import { memo, type ReactElement } from 'react';
import { schema } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote, remoteList } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const ids = ['1', '2', '3'];

/**
 * Three components with one user each and one with the list. `renders` counts the renders of each
 * since the last `clear()`.
 */
async function readersOfThree() {
  const { store, clock } = testStore();
  const users = remote('getUser', { schema: User });
  const list = remoteList('getUsers', { schema: new schema.All(User) });
  const renders = new Map<string, number>();
  const count = (name: string): void => void renders.set(name, (renders.get(name) ?? 0) + 1);
  store.setResponse(
    list.endpoint,
    ids.map((id) => ({ id, name: `user ${id}` })),
  );

  const One = memo(({ id }: { id: string }): ReactElement => {
    count(id);
    return <b>{useSuspense(users.endpoint, { id }).name}</b>;
  });
  const List = memo((): ReactElement => {
    count('list');
    return <b>{useSuspense(list.endpoint).length}</b>;
  });
  const screen = await renderAsync(
    <Boundary>
      {ids.map((id) => (
        <One key={id} id={id} />
      ))}
      <List />
    </Boundary>,
    { store },
  );
  expect(Object.fromEntries(renders)).toEqual({ '1': 1, '2': 1, '3': 1, list: 1 });
  renders.clear();
  return { store, clock, users, list, renders, ...screen };
}

describe('a component with useSuspense', () => {
  it('does not render for a write of another entity', async () => {
    const { store, renders } = await readersOfThree();
    class Other extends User {
      static override key = 'Other';
    }
    await act(async () => store.set(Other, { id: '1', name: 'somebody' }));
    expect([...renders]).toEqual([]);
  });

  it('renders once for a change of its entity; of the others only the list renders', async () => {
    const { store, renders, text } = await readersOfThree();
    await act(async () => store.set(User, { id: '2', name: 'Bo' }));
    expect(Object.fromEntries(renders)).toEqual({ '2': 1, list: 1 });
    expect(text()).toBe('user 1Bouser 33');
  });

  it('does not render for the creation of another entity; the list renders once', async () => {
    const { store, renders } = await readersOfThree();
    await act(async () => store.set(User, { id: '4', name: 'Cy' }));
    expect(Object.fromEntries(renders)).toEqual({ list: 1 });
  });

  it('renders at most once for a batch', async () => {
    const { store, renders } = await readersOfThree();
    await act(async () => {
      store.batch(() => {
        for (const n of [1, 2, 3, 4]) {
          store.set(User, { id: '1', name: `Ann ${n}` });
          store.set(User, { id: '2', name: `Bo ${n}` });
        }
      });
    });
    expect(Object.fromEntries(renders)).toEqual({ '1': 1, '2': 1, list: 1 });
  });

  it('does not render for a write of equal data', async () => {
    const { store, renders } = await readersOfThree();
    await act(async () => store.set(User, { id: '1', name: 'user 1' }));
    expect([...renders]).toEqual([]);
  });

  it('does not render during a refetch, nor for an equal response', async () => {
    const { store, renders, users, list } = await readersOfThree();
    await act(async () => {
      store.expireAll(users.endpoint);
      store.expireAll(list.endpoint);
    });
    // The entities of the list have an expiry of their own, so only the list is refetched.
    expect(store.getState(list.endpoint).fetching).toBe(true);
    expect([...renders]).toEqual([]);
    await list.last.answer(ids.map((id) => ({ id, name: `user ${id}` })));
    expect(store.getState(list.endpoint)).toMatchObject({ fetching: false, status: 'valid' });
    expect([...renders]).toEqual([]);
  });

  it('does not render when time passes', async () => {
    const { store, renders, clock, list } = await readersOfThree();
    await act(async () => clock.advance(60_001));
    expect(store.getState(list.endpoint).status).toBe('stale');
    expect([...renders]).toEqual([]);
  });

  it('does not render for a soft error beside its data', async () => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User, errorPolicy: () => 'soft' as const });
    let renders = 0;
    function One(): ReactElement {
      renders++;
      return <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>;
    }
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    await renderAsync(<One />, { store });
    await act(async () => store.expireAll(users.endpoint));
    await users.last.fail(new Error('busy'));
    expect(renders).toBe(1);
  });

  it('renders once more when its response arrives', async () => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    const seen: string[] = [];
    function One(): ReactElement {
      seen.push('begin');
      const { name } = useSuspense(users.endpoint, { id: '1' });
      seen.push(name);
      return <b>{name}</b>;
    }
    await renderAsync(
      <Boundary>
        <One />
      </Boundary>,
      { store },
    );
    seen.length = 0;
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(seen).toEqual(['begin', 'Ann']);
  });

  it('shows the same object as all components, streams and reads of the key', async () => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    const seen = new Set<User>();
    function One(): null {
      seen.add(useSuspense(users.endpoint, { id: '1' }));
      return null;
    }
    await renderAsync(
      <Boundary>
        <One />
        <One />
      </Boundary>,
      { store },
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    seen.add(store.get(User, { id: '1' })!);
    seen.add(store.getState(users.endpoint, { id: '1' }).data!);
    expect(seen.size).toBe(1);
  });
});

describe('100 components with one key', () => {
  it.each([
    ['without StrictMode', false],
    ['in StrictMode', true],
  ])('share one request and one subscription, %s', async (_, strict) => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    const One = (): ReactElement => <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>;
    const { text, unmount } = await renderAsync(
      <Boundary>
        {Array.from({ length: 100 }, (_unused, n) => (
          <One key={n} />
        ))}
      </Boundary>,
      { store, strict },
    );
    expect(users.requests).toHaveLength(1);
    await users.last.answer({ id: '1', name: 'A' });
    expect(text()).toBe('A'.repeat(100));
    expect(users.requests).toHaveLength(1);
    expect(store.stats().subscribers).toBe(1);

    await act(async () => store.set(User, { id: '1', name: 'B' }));
    expect(text()).toBe('B'.repeat(100));
    await unmount();
    expect(store.stats().subscribers).toBe(0);
  });

  it('render once each for a change', async () => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'A' });
    let renders = 0;
    const One = (): ReactElement => {
      renders++;
      return <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>;
    };
    await renderAsync(
      Array.from({ length: 100 }, (_unused, n) => <One key={n} />),
      { store },
    );
    expect(renders).toBe(100);
    await act(async () => store.set(User, { id: '1', name: 'B' }));
    expect(renders).toBe(200);
  });
});
