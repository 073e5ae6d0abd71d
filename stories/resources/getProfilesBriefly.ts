import { RestEndpoint } from 'streambed';
import { Profile } from './Profile.ts';

/** Fresh for five seconds, to show how a response expires. */
export const getProfilesBriefly = new RestEndpoint({
  path: '/profiles',
  schema: [Profile],
  dataExpiryLength: 5_000,
});
