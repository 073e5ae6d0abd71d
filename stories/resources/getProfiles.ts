import { RestEndpoint } from 'streambed';
import { Profile } from './Profile.ts';

export const getProfiles = new RestEndpoint({
  path: '/profiles',
  schema: [Profile],
});
