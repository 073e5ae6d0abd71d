import { RestEndpoint } from 'streambed';
import { User } from './User.ts';

export const updateUser = new RestEndpoint({
  path: '/users/:id',
  method: 'PUT',
  schema: User,
});
