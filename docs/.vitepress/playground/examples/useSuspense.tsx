import { useState } from 'react';
import { createStore, Entity, RestEndpoint, schema } from 'streambed';
import {
  AsyncBoundary,
  StoreProvider,
  useSuspense,
} from 'streambed/react';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

const getUsers = new RestEndpoint({
  path: '/users',
  schema: new schema.All(User),
});
const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  schema: User,
});

const store = createStore();

function Users() {
  const users = useSuspense(getUsers);
  return (
    <ul>
      {users.map((user) => (
        <li key={user.id}>{user.name}</li>
      ))}
    </ul>
  );
}

function NewUser() {
  const [name, setName] = useState('Mira Stone');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void store.fetch(createUser, { name });
      }}
    >
      <input
        aria-label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button>Add</button>
    </form>
  );
}

// The playground renders the default export.
export default function App() {
  return (
    <StoreProvider store={store}>
      <NewUser />
      <AsyncBoundary fallback={<p>Loading …</p>}>
        <Users />
      </AsyncBoundary>
    </StoreProvider>
  );
}
