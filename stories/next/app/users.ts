import { Entity, RestEndpoint } from 'streambed';

export class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

export const getUser = new RestEndpoint({ path: '/api/users/:id', schema: User });
