import { filter, firstValueFrom } from 'rxjs';
import { createStore, Entity, RestEndpoint, schema } from 'streambed';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

// The data is valid for 1.5 seconds.
const getUsers = new RestEndpoint({
  path: '/users',
  schema: new schema.All(User),
  dataExpiryLength: 1_500,
});

const store = createStore();
const users$ = store.observe(getUsers);

// invalid: no data. stale: the next subscriber refetches it.
users$.status$.subscribe((status) => console.log(status));

// Expiry alone sends no request. A new subscriber does.
const stale$ = users$.status$.pipe(
  filter((status) => status === 'stale'),
);
await firstValueFrom(stale$);
await new Promise((resolve) => setTimeout(resolve, 1_500));
console.log('A new subscriber arrives.');
users$.data$.subscribe();
