import { RestEndpoint, schema } from 'streambed';
import { User } from './User.ts';

export const deleteUser = new RestEndpoint({
  path: '/users/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(User),
});
