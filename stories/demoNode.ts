import { combineLatest, map, Subscription } from 'rxjs';
import { createStore, schema } from 'streambed';
import { fetchFrom } from './api/fetchFrom.ts';
import { startApi } from './api/startApi.ts';
import { createUser } from './resources/createUser.ts';
import { getProfiles } from './resources/getProfiles.ts';
import { getUsers } from './resources/getUsers.ts';
import { User } from './resources/User.ts';
import { describeState } from './terminal/describeState.ts';
import { paint } from './terminal/paint.ts';
import { log } from './terminal/log.ts';
import { within } from './terminal/within.ts';

const api = await startApi({ delay: 150 });
const store = createStore({ fetch: fetchFrom(api.url), dataExpiryLength: 2_500 });
const running = new Subscription();

const users$ = store.observe(getUsers);
const everyUser$ = store.query(new schema.All(User)).pipe(map((users) => users ?? []));
const profiles$ = store.observe(getProfiles);
const withProfile$ = combineLatest([everyUser$, profiles$.data$]).pipe(
  map(([users, profiles]) => {
    const known = new Set(profiles.map((profile) => profile.id));
    const some = users.filter((user) => known.has(user.id));
    return `${some.length} of ${users.length} users have a profile`;
  }),
);

try {
  log('api', `listens on ${api.url}`, 'bold');
  running.add(users$.subscribe((state) => log('users', describeState(state))));
  running.add(profiles$.subscribe((state) => log('profiles', describeState(state))));
  running.add(
    everyUser$.subscribe((users) =>
      log(
        'query',
        users.length === 0 ? 'no users' : `${users.length} users, last ${users.at(-1)?.name}`,
      ),
    ),
  );
  running.add(withProfile$.subscribe((text) => log('derived', text)));
  await within('the users are there', users$.data$);

  log('demo', 'creates a user', 'bold');
  const created = store.fetch(createUser, { id: 'mira', name: 'Mira Solberg' });
  const mira = await within('the user is created', created);
  await within('the new user is in the query', everyUser$, (users) => users.includes(mira));
  const reads = api.state.requests.get('GET /users');
  log('demo', `the list has the user after ${reads} request for the list`, 'bold');

  log('demo', 'waits for the users to become stale', 'bold');
  await within('the users are stale', users$, ({ status }) => status === 'stale');
  log('demo', paint('green', 'done'), 'bold');
} catch (error) {
  log('demo', paint('red', error instanceof Error ? error.message : String(error)), 'red');
  process.exitCode = 1;
} finally {
  running.unsubscribe();
  store.dispose();
  await api.close();
}
