import { Entity, resource, RestEndpoint, schema } from 'streambed';

export const urlPrefix = process.env.API_URL ?? 'http://127.0.0.1:4400';

export class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

/** `optimistic`: observers get each change at once, and again without it if the server refuses. */
export const UserResource = resource({
  urlPrefix,
  path: '/users/:id',
  schema: User,
  body: {} as { name: string },
  optimistic: true,
});

export class Profile extends Entity {
  id = '';
  fullName = '';
  bio = '';
  static key = 'Profile';
}

export const getProfiles = new RestEndpoint({ urlPrefix, path: '/profiles', schema: [Profile] });
export const getProfile = new RestEndpoint({ urlPrefix, path: '/profiles/:id', schema: Profile });

export class Post extends Entity {
  id = 0;
  title = '';
  content = '';
  static key = 'Post';
}

/** `getPosts` reads the first page, `getPosts.getPage` one more. `nextPage` is empty at the end. */
export const getPosts = new RestEndpoint({
  urlPrefix,
  path: '/post',
  schema: { results: new schema.Collection([Post]), nextPage: '' },
  paginationField: 'page',
});

export class FeedLink extends Entity {
  id = 0;
  readonly type = 'link';
  title = '';
  url = '';
  static key = 'FeedLink';
}

export class FeedPost extends Entity {
  id = 0;
  readonly type = 'post';
  content = '';
  static key = 'FeedPost';
}

/** The server also sends items of other types. They are in the list as the server sent them. */
export const getFeed = new RestEndpoint({
  urlPrefix,
  path: '/feed/mixed',
  schema: new schema.All({ link: FeedLink, post: FeedPost }, 'type'),
});

/** Each request gets another reading. */
export const getRain = new RestEndpoint({
  urlPrefix,
  path: '/gauges/rain',
  schema: { mm: 0, at: 0 },
  pollFrequency: 100,
});
