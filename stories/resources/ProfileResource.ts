import { resource } from 'streambed';
import { Profile } from './Profile.ts';

export const ProfileResource = resource({
  path: '/profiles/:id',
  schema: Profile,
});
