import { RestEndpoint } from 'streambed';
import { User } from './User.ts';

export const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  schema: User,
});
