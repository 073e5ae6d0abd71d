import type { Store } from 'streambed';
import {
  asArray,
  changes,
  combineState,
  countChanges,
  filterChanges,
  joinChanges,
  topChanges,
} from 'streambed/changes';
import { getProfiles, Profile, User, UserResource } from './data.ts';

/** A view of two lists. Each write updates it once, at the cost of the changed row. */
export async function showDirectory(store: Store) {
  console.log('Directory');
  await Promise.all([store.fetch(UserResource.getList), store.fetch(getProfiles)]);

  const people$ = changes(store, User).pipe(
    joinChanges(changes(store, Profile), {
      on: (user) => user.id,
      type: 'left',
      project: (user, profile) => ({ name: user.name, bio: profile?.bio }),
    }),
  );
  const directory$ = combineState({
    first: people$.pipe(
      topChanges(2, (a, b) => a.name.localeCompare(b.name)),
      asArray(),
    ),
    known: people$.pipe(
      filterChanges((person) => person.bio !== undefined),
      countChanges(),
    ),
    all: people$.pipe(countChanges()),
  });

  const view = directory$.subscribe(({ first, known, all }) => {
    const names = first.map(({ name }) => name).join(', ');
    console.log(`  ${names}, …: ${known} of ${all} have a profile`);
  });
  store.set(User, { id: '3', name: 'Aaron Benedetti' });
  store.set(Profile, { id: '9', fullName: 'Ishaan Mehta', bio: 'Reads tide tables.' });
  view.unsubscribe();
}
