import { act } from '@testing-library/react';
import { type ReactElement, startTransition, useDeferredValue, useState } from 'react';
import { Observable, of } from 'rxjs';
import { Endpoint } from 'streambed';
import { useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';
import { getUsers, Name } from './support/userKit.tsx';

quietConsole();

/** A component with a state `id`, and the function that sets it in a transition. */
function withId(show: (id: string) => ReactElement): {
  App: () => ReactElement;
  readonly go: (id: string) => Promise<void>;
} {
  let set!: (id: string) => void;
  return {
    App: () => {
      const [id, setId] = useState('1');
      set = setId;
      return show(id);
    },
    go: (id) => act(async () => startTransition(() => set(id))),
  };
}

describe.each(modes)('useSuspense %s', (_, strict) => {
  it('keeps the old content while arguments that change in a transition are fetched', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { App, go } = withId((id) => (
      <Boundary>
        <Name users={users} id={id} />
      </Boundary>
    ));
    const { text } = await renderAsync(<App />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await go('2');
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(2);

    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect(text()).toBe('Anna');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
    expect(users.requests).toHaveLength(2);
    expect(store.stats().subscribers).toBe(1);
  });

  it('shows the last of several transitions and fetches each key once', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { App, go } = withId((id) => (
      <Boundary>
        <Name users={users} id={id} />
      </Boundary>
    ));
    const { text } = await renderAsync(<App />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    for (const id of ['2', '3', '2', '3']) await go(id);
    await users.requests[1].answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Ann');
    await users.requests[2].answer({ id: '3', name: 'Cy' });
    expect(text()).toBe('Cy');
    expect(users.requests).toHaveLength(3);
  });

  it('works with useDeferredValue', async () => {
    const { store } = testStore();
    const users = getUsers();
    function App(): ReactElement {
      const [id, setId] = useState('1');
      const deferred = useDeferredValue(id);
      return (
        <>
          <button onClick={() => setId('2')}>{id}:</button>
          <Boundary>
            <Name users={users} id={deferred} />
          </Boundary>
        </>
      );
    }
    const { text, getByRole } = await renderAsync(<App />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => getByRole('button').click());
    expect(text()).toBe('2:Ann');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('2:Bo');
  });

  it('shows a response that comes during the render that suspends', async () => {
    const { store } = testStore();
    const quick = new Endpoint(async ({ id }: { id: string }) => ({ id, name: `quick ${id}` }), {
      name: 'quick',
      schema: User,
      lookup: true,
    });
    const { App, go } = withId((id) => (
      <Boundary>
        <Quick id={id} />
      </Boundary>
    ));
    function Quick({ id }: { id: string }): ReactElement {
      const { name } = useSuspense(quick, { id });
      const other = useSuspense(quick, { id: `${name}!` });
      return <b>{other.name}</b>;
    }
    const { text } = await renderAsync(<App />, { store, strict });
    expect(text()).toBe('quick quick 1!');
    await go('2');
    expect(text()).toBe('quick quick 2!');
  });

  it('shows the last of several responses that come during the render that suspends', async () => {
    const { store } = testStore();
    const twice = new Endpoint(({ id }: { id: string }) => of(`${id} old`, `${id} new`), {
      name: 'twice',
    });
    const { App, go } = withId((id) => (
      <Boundary>
        <Twice id={id} />
      </Boundary>
    ));
    function Twice({ id }: { id: string }): ReactElement {
      return <b>{useSuspense(twice, { id })}</b>;
    }
    const { text } = await renderAsync(<App />, { store, strict });
    expect(text()).toBe('1 new');
    await go('2');
    expect(text()).toBe('2 new');
  });

  it('stays suspended if a response is invalidated during the render that suspends', async () => {
    const { store } = testStore();
    let requestCount = 0;
    const shaky = new Endpoint(
      ({ id }: { id: string }) =>
        new Observable<string>((subscriber) => {
          requestCount++;
          if (requestCount !== 2) {
            subscriber.next(`answer ${requestCount}`);
            return;
          }
          subscriber.next('taken back');
          store.invalidate(shaky as never, { id });
        }),
      { name: 'shaky' },
    );
    const { App, go } = withId((id) => (
      <Boundary>
        <Shaky id={id} />
      </Boundary>
    ));
    function Shaky({ id }: { id: string }): ReactElement {
      return <b>{useSuspense(shaky, { id })}</b>;
    }
    const { text } = await renderAsync(<App />, { store, strict });
    expect(text()).toBe('answer 1');
    await go('2');
    expect(text()).toBe('answer 3');
    expect(requestCount).toBe(3);
  });

  it('shows a quick response after an expired error, in a transition', async () => {
    const { store, clock } = testStore();
    const quick = new Endpoint(async ({ id }: { id: string }) => `quick ${id}`, { name: 'quick' });
    store.setError(quick, { id: '2' }, new Error('long ago'));
    clock.advance(1_001);
    const { App, go } = withId((id) => (
      <Boundary>
        <Quick id={id} />
      </Boundary>
    ));
    function Quick({ id }: { id: string }): ReactElement {
      return <b>{useSuspense(quick, { id })}</b>;
    }
    const { text } = await renderAsync(<App />, { store, strict });
    await go('2');
    expect(text()).toBe('quick 2');
  });

  it('shows a quick response in place of invalid data, in a transition', async () => {
    const { store, clock } = testStore();
    let requestCount = 0;
    const quick = new Endpoint(async ({ id }: { id: string }) => `quick ${id} ${requestCount++}`, {
      name: 'quick',
      invalidIfStale: true,
    });
    store.setResponse(quick, { id: '2' }, 'long ago');
    clock.advance(60_001);
    const { App, go } = withId((id) => (
      <Boundary>
        <Quick id={id} />
      </Boundary>
    ));
    function Quick({ id }: { id: string }): ReactElement {
      return <b>{useSuspense(quick, { id })}</b>;
    }
    const { text } = await renderAsync(<App />, { store, strict });
    await go('2');
    expect(text()).toBe('quick 2 1');
    expect(requestCount).toBe(2);
  });
});
