import { RestEndpoint, schema } from 'streambed';
import { User } from './User.ts';

export const getUsers = new RestEndpoint({
  path: '/users',
  schema: new schema.All(User),
});
