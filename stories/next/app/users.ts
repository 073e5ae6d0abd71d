import { Entity, RestEndpoint } from 'streambed';

export class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

export const getUser = new RestEndpoint({ path: '/api/users/:id', schema: User });

/** The visitor. The API knows them by their cookie. */
export const getMe = new RestEndpoint({ path: '/api/me', schema: User });
