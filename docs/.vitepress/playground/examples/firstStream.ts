import { createStore, Entity, RestEndpoint, schema } from 'streambed';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

const getUsers = new RestEndpoint({
  path: '/users',
  schema: new schema.All(User),
});

const store = createStore();

// Subscribing sends the request.
store.observe(getUsers).subscribe(({ status, fetching, data }) => {
  const count = data?.length ?? 0;
  console.log(status, fetching ? 'fetching' : 'idle', count, 'users');
});

// A second subscriber shares the request.
store.observe(getUsers).data$.subscribe((users) => {
  console.log(users.map((user) => user.name).join(', '));
});
