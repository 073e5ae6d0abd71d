import { firstValueFrom } from 'rxjs';
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
const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  schema: User,
});
const deleteUser = new RestEndpoint({
  path: '/users/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(User),
});

const store = createStore();
const users$ = store.observe(getUsers).data$;
users$.subscribe((users) =>
  console.log(users.length, 'users, the last:', users.at(-1)?.name),
);
await firstValueFrom(users$);

// The list is "all users": it follows both mutations without another GET.
const created = await store.fetch(createUser, { name: 'Mira Stone' });
await store.fetch(deleteUser, { id: created.id });
