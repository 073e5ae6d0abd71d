import { createStore, Endpoint, Entity } from 'streambed';
import { defineDevtools, devtools } from 'streambed/devtools';
import { persist } from 'streambed/persist';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

class AddressOfAVeryLongClassName extends Entity {
  id = '';
  street = '';
  static override key = 'AddressOfAVeryLongClassName';
}

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, id) => String(id));

const getUsers = new Endpoint(async () => idsOf(1_200).map((id) => ({ id, name: `User ${id}` })), {
  name: 'getUsers',
  schema: [User],
});
const getAddresses = new Endpoint(
  async () => idsOf(40).map((id) => ({ id, street: `Königsallee ${id}` })),
  { name: 'getAddresses', schema: [AddressOfAVeryLongClassName] },
);

/** A page whose store stores two lists in IndexedDB, with the panel. */
export function showLists(): void {
  const store = createStore({ plugins: [devtools(), persist({ name: 'devtools', version: 3 })] });
  const main = document.body.appendChild(document.createElement('main'));
  store.observe(getUsers).subscribe(({ data }) => {
    main.textContent = `${data?.length ?? 'no'} users`;
  });
  store.observe(getAddresses).subscribe();
  defineDevtools();
  document.body.append(document.createElement('streambed-devtools'));
}
