import { Entity, resource } from 'streambed';
import { urlPrefix } from '../api';

export class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

/** `optimistic`: the page shows each change at once, and takes it back if the server refuses it. */
export const UserResource = resource({
  urlPrefix,
  path: '/users/:id',
  schema: User,
  body: {} as { name: string },
  optimistic: true,
});
