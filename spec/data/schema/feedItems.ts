import { Entity } from '../../../src/data/schema/Entity.ts';

/** The polymorphic items of the service document. */
export abstract class FeedItem extends Entity {
  readonly id: number = 0;
  declare readonly type: 'link' | 'post';
  override pk(): string {
    return `${this.id}`;
  }
}

export class Link extends FeedItem {
  declare readonly type: 'link';
  readonly url: string = '';
  readonly title: string = '';
  static override readonly key = 'Link';
}

export class Post extends FeedItem {
  declare readonly type: 'post';
  readonly content: string = '';
  static override readonly key = 'Post';
}

export const link = (id: number) => ({ id, type: 'link', url: `/${id}`, title: `Link ${id}` });
export const post = (id: number) => ({ id, type: 'post', content: `Post ${id}` });
