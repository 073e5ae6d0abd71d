import { RestEndpoint } from 'streambed';
import { Profile } from './Profile.ts';

export const getProfile = new RestEndpoint({
  path: '/profiles/:id',
  schema: Profile,
});
