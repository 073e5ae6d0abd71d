import { RestEndpoint, schema } from 'streambed';
import { Link } from './Link.ts';
import { Post } from './Post.ts';

/** The response also has items of the types `ad` and `poll`, which the mapping does not name. */
export const getMixedFeed = new RestEndpoint({
  path: '/feed/mixed',
  schema: new schema.All({ link: Link, post: Post }, 'type'),
});
