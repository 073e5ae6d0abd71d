import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useDLE, useSuspense } from 'streambed/react';
import { inspect } from '../../../src/tools/inspect/inspect.ts';
import { Boundary } from '../../react/support/Boundary.tsx';
import { User } from '../../react/support/entities.ts';
import { modes } from '../../react/support/modes.ts';
import { quietConsole } from '../../react/support/quietConsole.ts';
import { remote } from '../../react/support/remote.ts';
import { renderAsync } from '../../react/support/renderAsync.tsx';
import { testStore } from '../../react/support/testStore.ts';

quietConsole();

type GetUser = ReturnType<typeof getUsers>['endpoint'];
const getUsers = () => remote('getUser', { schema: User });

function Name({ endpoint, id }: { endpoint: GetUser; id: string }): ReactElement {
  return <b>{useUser(endpoint, id).name}</b>;
}

function useUser(endpoint: GetUser, id: string): User {
  return useSuspense(endpoint, { id });
}

function Status({ endpoint }: { endpoint: GetUser }): ReactElement {
  const { data, loading } = useDLE(endpoint, { id: '1' });
  return <i>{loading ? 'loading' : data?.name}</i>;
}

function inspectedStore() {
  const kit = testStore();
  const inspector = inspect(kit.store);
  return { ...kit, inspector, recording: inspector.record() };
}

describe.each(modes)('the inspector %s', (_, strict) => {
  it('names the components that observe a key, and the one that caused its request', async () => {
    const { inspector, recording, store } = inspectedStore();
    const users = getUsers();
    const { unmount } = await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id="1" />
        <Status endpoint={users.endpoint} />
      </Boundary>,
      { store, strict },
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    const [{ observers }] = inspector.keys();
    expect(new Set(observers.map(({ label }) => label))).toEqual(new Set(['Name', 'Status']));
    expect(observers.every(({ isComponent }) => isComponent)).toBe(true);
    expect(recording.requests.map(({ reason }) => reason.by)).toEqual(['Name']);
    await unmount();
    expect(inspector.keys()[0].observers).toEqual([]);
  });

  it('names the components that a commit renders', async () => {
    const { recording, store } = inspectedStore();
    const users = getUsers();
    for (const id of ['1', '2']) store.setResponse(users.endpoint, { id }, { id, name: 'Ann' });
    await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id="1" />
        <Status endpoint={users.endpoint} />
        <Name endpoint={users.endpoint} id="2" />
      </Boundary>,
      { store, strict },
    );
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    await act(async () => store.set(User, { id: '2', name: 'Bob' }));
    expect(recording.commits.slice(2).map(({ rendered }) => new Set(rendered))).toEqual([
      new Set(['Name', 'Status']),
      new Set(['Name']),
    ]);
  });

  it('shows an earlier snapshot in all components, and the present again', async () => {
    const { inspector, recording, store } = inspectedStore();
    const users = getUsers();
    const { text } = await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id="1" />
      </Boundary>,
      { store, strict },
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect(text()).toBe('Anna');
    await act(async () => inspector.show(recording.commits[0].snapshot));
    expect(text()).toBe('Ann');
    await act(async () => inspector.show(recording.start));
    expect(text()).toBe('waiting');
    await act(async () => inspector.showPresent());
    expect(text()).toBe('Anna');
    expect(users.requests).toHaveLength(1);
  });

  it('keeps components that mount meanwhile suspended, and fetches for them afterwards', async () => {
    const { inspector, recording, store } = inspectedStore();
    const users = getUsers();
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    inspector.show(recording.start);
    const { text } = await renderAsync(
      <Boundary>
        <Name endpoint={users.endpoint} id="2" />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(0);
    await act(async () => inspector.showPresent());
    expect(users.requests.map(({ args }) => args)).toEqual([[{ id: '2' }]]);
    await users.last.answer({ id: '2', name: 'Bob' });
    expect(text()).toBe('Bob');
  });
});
