import { RestEndpoint, schema } from 'streambed';
import { Link } from './Link.ts';
import { Post } from './Post.ts';

export const getFeed = new RestEndpoint({
  path: '/feed',
  schema: new schema.All({ link: Link, post: Post }, 'type'),
});
