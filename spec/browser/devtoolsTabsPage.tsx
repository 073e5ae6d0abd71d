import { createRoot } from 'react-dom/client';
import { createStore, Endpoint, Entity } from 'streambed';
import { defineDevtools, devtools } from 'streambed/devtools';
import { StoreProvider, useSuspense } from 'streambed/react';
import { StrictMode, Suspense } from 'react';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const getUsers = new Endpoint(
  async () => [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Bob' },
  ],
  { name: 'getUsers', schema: [User] },
);

const store = createStore({ plugins: [devtools({ limit: 5_000 })] });

function UserButton({ user }: { readonly user: User }) {
  return (
    <button type="button" onClick={() => store.set(User, { id: user.id, name: `${user.name}!` })}>
      {user.name}
    </button>
  );
}

function Users() {
  const users = useSuspense(getUsers);
  return users.map((user) => <UserButton key={user.id} user={user} />);
}

/** A page whose buttons show users and rename them, with the panel. */
export function showButtons(): void {
  createRoot(document.body.appendChild(document.createElement('main'))).render(
    <StrictMode>
      <StoreProvider store={store}>
        <Suspense>
          <Users />
        </Suspense>
      </StoreProvider>
    </StrictMode>,
  );
  defineDevtools();
  document.body.append(document.createElement('streambed-devtools'));
}

/** Makes commits that rename the second user. */
export function rename(count: number): void {
  for (let i = 1; i <= count; i++) store.set(User, { id: '2', name: `Bob ${i}` });
}

/** Fetches the users again, and waits in between. */
export async function fetchAgain(pauses: readonly number[]): Promise<void> {
  for (const pause of pauses) {
    await new Promise((done) => {
      setTimeout(done, pause);
    });
    await store.fetch(getUsers);
  }
}
