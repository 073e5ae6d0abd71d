import { act } from '@testing-library/react';
import { Activity, type ReactElement, use, useState } from 'react';
import { useFetch, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const getUsers = () => remote('getUser', { schema: User });

interface Props {
  readonly users: ReturnType<typeof getUsers>;
}

const readers: Record<string, (props: Props) => ReactElement> = {
  useSuspense: ({ users }) => <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>,
  useFetch: function Name({ users }) {
    return <b>{use(useFetch(users.endpoint, { id: '1' })).name}</b>;
  },
};

/** Pages that read the same key. One of them is shown. */
const pages: Record<string, (props: { page: number; children: ReactElement }) => ReactElement> = {
  'is visible again': ({ page, children }) => (
    <>
      {[0, 1].map((each) => (
        <Activity key={each} mode={each === page ? 'visible' : 'hidden'}>
          <Boundary>{children}</Boundary>
        </Activity>
      ))}
    </>
  ),
  mounts: ({ page, children }) => <Boundary key={page}>{children}</Boundary>,
};

const cases = Object.keys(pages).flatMap((change) =>
  Object.keys(readers).map((reader) => [change, reader] as const),
);

describe.each(modes)('a log-out that shows another page %s', (_, strict) => {
  it.each(cases)('sends the request of a component that %s: %s', async (change, reader) => {
    const { store, clock } = testStore();
    const users = getUsers();
    const [Pages, Name] = [pages[change], readers[reader]];
    let show!: (page: number) => void;
    function App(): ReactElement {
      const [page, setPage] = useState(0);
      show = setPage;
      return (
        <Pages page={page}>
          <Name users={users} />
        </Pages>
      );
    }
    const { text } = await renderAsync(<App />, { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => show(1));
    expect(text()).toBe('Ann');
    await act(async () => {
      void store.reset();
      show(0);
    });
    expect(text()).toBe('waiting');
    await act(async () => clock.advance(50));
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Ben' });
    expect(text()).toBe('Ben');
    await act(async () => clock.advance(1_000));
    expect(users.requests).toHaveLength(2);
  });
});
