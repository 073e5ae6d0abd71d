import { BehaviorSubject, map } from 'rxjs';
import {
  asArray,
  changes,
  combineState,
  countChanges,
  filterChanges,
  joinChanges,
  sortChanges,
} from 'streambed/changes';
import { Profile } from '../people/Profile';
import { User } from '../people/User';
import { store } from '../store';

/** The text of the search field. */
export const search$ = new BehaviorSubject('');

/** Each person with the text of their profile. */
const entries$ = changes(store, User).pipe(
  joinChanges(changes(store, Profile), {
    on: (user) => user.id,
    type: 'left',
    project: (user, profile) => ({ id: user.id, name: user.name, bio: profile?.bio }),
  }),
);

/** The entries that contain the text, by name, and how many there are of how many. */
export const directory$ = combineState({
  entries: entries$.pipe(
    filterChanges(
      search$.pipe(
        map((text) => {
          const wanted = text.trim().toLowerCase();
          return ({ name, bio = '' }) => `${name} ${bio}`.toLowerCase().includes(wanted);
        }),
      ),
    ),
    sortChanges((a, b) => a.name.localeCompare(b.name)),
    asArray(),
  ),
  total: entries$.pipe(countChanges()),
});
