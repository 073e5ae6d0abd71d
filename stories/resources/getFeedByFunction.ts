import { RestEndpoint, schema } from 'streambed';
import type { FeedItem } from './FeedItem.ts';
import { Link } from './Link.ts';
import { Post } from './Post.ts';

export const getFeedByFunction = new RestEndpoint({
  path: '/feed',
  schema: new schema.All({ links: Link, posts: Post }, (item: FeedItem) => `${item.type}s`),
});
