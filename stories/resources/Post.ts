import { FeedItem } from './FeedItem.ts';

export class Post extends FeedItem {
  override readonly type = 'post' as const;
  readonly content: string = '';

  static override key = 'Post';
}
