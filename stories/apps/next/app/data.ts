import { Entity, resource, RestEndpoint, schema } from 'streambed';

// The same on the server and in the browser, or the keys would differ. See Streambed.tsx.
const urlPrefix = '/api';

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

/** The visitor. The API knows them by their cookie. */
export const getMe = new RestEndpoint({ urlPrefix, path: '/me', schema: User });

export class Profile extends Entity {
  id = '';
  fullName = '';
  bio = '';
  static key = 'Profile';
}

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

/** Fetched each second while a component shows it and the page is visible. */
export const getRain = new RestEndpoint({
  urlPrefix,
  path: '/gauges/rain',
  schema: { mm: 0, at: 0 },
  pollFrequency: 1_000,
});
