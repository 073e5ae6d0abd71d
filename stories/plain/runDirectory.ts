import { combineLatest, fromEvent, map, startWith, Subscription } from 'rxjs';
import { schema, type Store } from 'streambed';
import { createUser } from '../resources/createUser.ts';
import { getProfiles } from '../resources/getProfiles.ts';
import { getUsers } from '../resources/getUsers.ts';
import { User } from '../resources/User.ts';
import { directoryElements } from './directoryElements.ts';

const allUsers = new schema.All(User);
const names = ['Mira Solberg', 'Noor Haddad', 'Oskar Brandt', 'Priya Raman', 'Quentin Marsh'];

/** Shows a searchable directory of users in `container` until it is unsubscribed. */
export function runDirectory(store: Store, container: HTMLElement): Subscription {
  const page = directoryElements();
  container.append(...page.roots);

  const users$ = store.query(allUsers).pipe(map((users) => users ?? []));
  const bios$ = store
    .observe(getProfiles)
    .data$.pipe(map((profiles) => new Map(profiles.map((profile) => [profile.id, profile.bio]))));
  const search$ = fromEvent(page.search, 'input').pipe(
    map(() => page.search.value.trim().toLowerCase()),
    startWith(''),
  );
  const found$ = combineLatest([users$, bios$, search$]).pipe(
    map(([users, bios, search]) =>
      users
        .filter((user) => user.name.toLowerCase().includes(search))
        .map((user) => ({ name: user.name, bio: bios.get(user.id) ?? 'No profile yet.' })),
    ),
  );

  const running = new Subscription(() => page.remove());
  // The query above only observes; subscribing to the endpoint fetches.
  running.add(store.observe(getUsers).status$.subscribe(page.showStatus));
  running.add(users$.subscribe((users) => page.showCount(users.length)));
  running.add(found$.subscribe(page.showPeople));
  running.add(
    fromEvent(page.add, 'click').subscribe((_event) => {
      const name = names[Math.floor(Math.random() * names.length)];
      const id = crypto.randomUUID().slice(0, 8);
      store.fetch(createUser, { id, name }).catch(page.showError);
    }),
  );
  return running;
}
