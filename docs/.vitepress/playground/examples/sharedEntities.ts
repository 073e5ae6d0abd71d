import { firstValueFrom } from 'rxjs';
import { createStore, Entity, RestEndpoint } from 'streambed';

class Profile extends Entity {
  id = '';
  fullName = '';
  bio = '';
  static key = 'Profile';
}

const getProfiles = new RestEndpoint({
  path: '/profiles',
  schema: [Profile],
});
const getProfile = new RestEndpoint({
  path: '/profiles/:id',
  schema: Profile,
});

const store = createStore();
const profiles = await firstValueFrom(store.observe(getProfiles).data$);

// The list contained this profile: the key is valid, no request.
const second$ = store.observe(getProfile, { id: '2' }).data$;
second$.subscribe((second) => {
  const isSame = second === profiles[1];
  console.log(second.fullName, isSame ? '(the same object)' : '');
});

// One write, and both streams emit.
store.observe(getProfiles).data$.subscribe((all) => {
  console.log('In the list:', all[1].fullName);
});
store.set(Profile, { id: '2', fullName: 'Bjarne Holm' });
