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

// Subscribing sends the request. The first state says that it is in flight.
store.observe(getUsers).subscribe(({ status, fetching, data }) => {
  console.log(
    status,
    fetching ? 'fetching' : 'idle',
    `${data?.length ?? 0} users`,
  );
});

// A second subscriber shares the request.
store.observe(getUsers).data$.subscribe((users) => {
  console.log(users.map((user) => user.name).join(', '));
});
