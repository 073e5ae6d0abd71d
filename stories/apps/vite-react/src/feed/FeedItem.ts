import { Entity, RestEndpoint, schema } from 'streambed';
import { urlPrefix } from '../api';

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
