import { act } from '@testing-library/react';
import { type ReactElement, Suspense } from 'react';
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

describe.each(modes)('useSuspense %s', (_, strict) => {
  it('stops rendering when two components in two boundaries get responses in the tick that suspends', async () => {
    const { store } = testStore();
    let renders = 0;
    const quick = new Endpoint(async ({ id }: { id: string }) => ({ id, name: `quick ${id}` }), {
      name: 'quick',
      schema: User,
      lookup: true,
    });
    const slow = getUsers();
    function Quick({ id }: { id: string }): ReactElement {
      renders++;
      return <b>{useSuspense(quick, { id }).name}</b>;
    }
    function Slow({ id }: { id: string }): ReactElement {
      renders++;
      return <b>{useSuspense(slow.endpoint, { id }).name}</b>;
    }
    const { text } = await renderAsync(
      <>
        <Boundary>
          <Quick id="1" />
          <Slow id="8" />
        </Boundary>
        <Boundary>
          <Slow id="9" />
          <Quick id="2" />
        </Boundary>
      </>,
      { store, strict },
    );
    expect(text()).toBe('waitingwaiting');
    for (const request of slow.requests) {
      await request.answer({ id: request.args[0].id, name: `slow ${request.args[0].id}` });
    }
    expect(text()).toBe('quick 1slow 8slow 9quick 2');
    expect(renders).toBeLessThan(strict ? 80 : 40);
    expect(slow.requests).toHaveLength(2);
  });

  it('stops rendering when one response suspends a second component elsewhere', async () => {
    const { store } = testStore();
    const users = getUsers();
    let renders = 0;
    function Counted({ id }: { id: string }): ReactElement {
      renders++;
      return <Name users={users} id={id} />;
    }
    function Opens(): ReactElement {
      const { name } = useSuspense(users.endpoint, { id: '1' });
      return (
        <Suspense fallback="opening ">
          <Counted id={`${name}'s friend`} />
        </Suspense>
      );
    }
    const { text } = await renderAsync(
      <>
        <Boundary>
          <Opens />
          <Counted id="2" />
        </Boundary>
        <Boundary>
          <Counted id="2" />
          <Counted id="3" />
        </Boundary>
      </>,
      { store, strict },
    );
    await act(async () => {
      for (const request of users.requests.slice()) {
        request.resolve({ id: request.args[0].id, name: request.args[0].id });
      }
    });
    expect(text()).toBe('opening 223');
    await users.last.answer({ id: "1's friend", name: 'Bo' });
    expect(text()).toBe('Bo223');
    expect(renders).toBeLessThan(strict ? 80 : 40);
    expect(users.requests).toHaveLength(4);
  });
});

describe('two roots and two stores', () => {
  it('share the requests and data of a store', async () => {
    const { store } = testStore();
    const users = getUsers();
    const shown = (
      <Boundary>
        <Name users={users} />
      </Boundary>
    );
    const first = await renderAsync(shown, { store });
    const second = await renderAsync(shown, { store });
    expect(users.requests).toHaveLength(1);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect([first.text(), second.text()]).toEqual(['Ann', 'Ann']);
    expect(store.stats().subscribers).toBe(1);
    await first.unmount();
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect(second.text()).toBe('Anna');
  });

  it('keep the data of two stores apart', async () => {
    const users = getUsers();
    const [one, two] = [testStore().store, testStore().store];
    const shown = (
      <Boundary>
        <Name users={users} />
      </Boundary>
    );
    const first = await renderAsync(shown, { store: one });
    const second = await renderAsync(shown, { store: two });
    expect(users.requests).toHaveLength(2);
    await users.requests[0].answer({ id: '1', name: 'Ann' });
    expect([first.text(), second.text()]).toEqual(['Ann', 'waiting']);
    await users.requests[1].answer({ id: '1', name: 'Bo' });
    expect([first.text(), second.text()]).toEqual(['Ann', 'Bo']);
  });
});
