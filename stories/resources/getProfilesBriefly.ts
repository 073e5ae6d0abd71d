import { RestEndpoint } from 'streambed';
import { Profile } from './Profile.ts';

/** Fresh for five seconds, to see an answer expire. */
export const getProfilesBriefly = new RestEndpoint({
  path: '/profiles',
  schema: [Profile],
  dataExpiryLength: 5_000,
});
