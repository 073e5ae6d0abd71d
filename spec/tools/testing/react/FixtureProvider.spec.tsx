import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { useStore } from '../../../../src/react/StoreScope.ts';
import { useLoading } from '../../../../src/react/useMutation.ts';
import { useSuspense } from '../../../../src/react/useSuspense.ts';
import { RestEndpoint } from '../../../../src/http/rest/RestEndpoint.ts';
import { All } from '../../../../src/data/schema/All.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import type { Store } from '../../../../src/kernel/store/Store.ts';
import { fixture } from '../../../../src/tools/testing/Fixture.ts';
import { FixtureProvider } from '../../../../src/tools/testing/react/FixtureProvider.ts';
import { withFixtures } from '../../../../src/tools/testing/react/withFixtures.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const getUsers = new RestEndpoint({ path: '/users', schema: new All(User) });
const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  schema: User,
  body: {} as { name: string },
});

const server = () => {
  const users = [{ id: '1', name: 'Ann' }];
  return [
    fixture({ endpoint: getUsers, response: () => users }),
    fixture({
      endpoint: createUser,
      response: ({ name }) => {
        users.push({ id: `${users.length + 1}`, name });
        return users.at(-1);
      },
    }),
  ];
};

function UserList({ onStore }: { onStore?: (store: Store) => void }): ReactNode {
  const store = useStore();
  useEffect(() => onStore?.(store), [onStore, store]);
  const users = useSuspense(getUsers);
  const [add] = useLoading(() => store.fetch(createUser, { name: 'Bob' }), [store]);
  return (
    <>
      <p>{users.map(({ name }) => name).join(', ')}</p>
      <button onClick={() => void add()}>Add</button>
    </>
  );
}

describe('FixtureProvider', () => {
  it('responds to the requests of the components below', async () => {
    render(
      <StrictMode>
        <FixtureProvider fixtures={server} fallback="Loading …">
          <UserList />
        </FixtureProvider>
      </StrictMode>,
    );
    expect(screen.getByText('Loading …')).toBeDefined();
    await screen.findByText('Ann');
    fireEvent.click(screen.getByText('Add'));
    await screen.findByText('Ann, Bob');
  });

  it('has the fixtures of the provider around it, behind its own', async () => {
    const outer = fixture({ endpoint: getUsers, response: [{ id: '1', name: 'Outer' }] });
    const inner = fixture({ endpoint: createUser, response: { id: '2', name: 'Bob' } });
    const initial = fixture({ endpoint: getUsers, response: [{ id: '1', name: 'Known' }] });
    const show = (child: ReactNode) => render(<StrictMode>{child}</StrictMode>);
    show(
      <FixtureProvider initialFixtures={[initial]}>
        <FixtureProvider fixtures={[inner]} fallback="Loading …">
          <UserList />
        </FixtureProvider>
      </FixtureProvider>,
    );
    expect(screen.getByText('Known')).toBeDefined();
    fireEvent.click(screen.getByText('Add'));
    await screen.findByText('Known, Bob');
    show(
      <FixtureProvider fixtures={[outer]}>
        <FixtureProvider fixtures={() => [inner]} fallback="Loading …">
          <UserList />
        </FixtureProvider>
      </FixtureProvider>,
    );
    await screen.findByText('Outer');
  });

  it('disposes its store after unmounting', async () => {
    const stores: Store[] = [];
    const onStore = (store: Store): void => void stores.push(store);
    const { unmount } = render(
      <StrictMode>
        <FixtureProvider fixtures={server} fallback={null}>
          <UserList onStore={onStore} />
        </FixtureProvider>
      </StrictMode>,
    );
    await screen.findByText('Ann');
    unmount();
    await act(async () => {});
    expect(new Set(stores).size).toBe(1);
    expect(() => stores[0].get(User, '1')).toThrow('SB_DISPOSED');
  });
});

describe('withFixtures', () => {
  it('makes a story a test: each render has a fake server of its own', async () => {
    const decorator = withFixtures(server);
    for (const _ of ['first', 'second']) {
      const { unmount } = render(decorator(UserList));
      await screen.findByText('Ann');
      fireEvent.click(screen.getByText('Add'));
      expect(await screen.findByText('Ann, Bob')).toBeDefined();
      unmount();
    }
  });
});
