import { Entity, resource, RestEndpoint } from 'streambed';

// Stored are entities of classes with a declared key, and responses of endpoints with a name or a path.
class Person extends Entity {
  id = '';
  name = '';
  static override readonly key = 'Person';
}

class Profile extends Entity {
  id = '';
  bio = '';
  static override readonly key = 'Profile';
}

export const PersonResource = resource({
  path: '/users/:id',
  schema: Person,
  body: {} as { name: string },
  optimistic: true,
});

export const getProfile = new RestEndpoint({ path: '/profiles/:id', schema: Profile });
