import { FeedItem } from './FeedItem.ts';

export class Link extends FeedItem {
  override readonly type = 'link' as const;
  readonly url: string = '';
  readonly title: string = '';

  static override key = 'Link';
}
