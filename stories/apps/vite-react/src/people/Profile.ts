import { Entity, RestEndpoint } from 'streambed';
import { urlPrefix } from '../api';

export class Profile extends Entity {
  id = '';
  fullName = '';
  bio = '';
  static key = 'Profile';
}

export const getProfiles = new RestEndpoint({ urlPrefix, path: '/profiles', schema: [Profile] });
export const getProfile = new RestEndpoint({ urlPrefix, path: '/profiles/:id', schema: Profile });
