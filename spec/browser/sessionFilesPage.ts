import { createStore, Entity, schema } from 'streambed';
import { defineDevtools, devtools } from 'streambed/devtools';

class User extends Entity {
  id = '';
  name = '';
  token = '';
  static override key = 'User';
}

/** A page that lists users, with the panel. Its names are those of the last one of some commits. */
export function showUsers(names: readonly string[]): void {
  const store = createStore({ plugins: [devtools()] });
  const list = document.body.appendChild(document.createElement('output'));
  store.query(new schema.All(User)).subscribe((users) => {
    list.textContent = (users ?? []).map(({ name }) => name).join(', ');
  });
  for (const name of names) store.set(User, { id: '1', name, token: 'geheim' });
  defineDevtools();
  document.body.append(document.createElement('streambed-devtools'));
}
