import { Entity } from 'streambed';

export class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  readonly bestFriendId: string = '';

  get greeting(): string {
    return `Hello ${this.name}`;
  }

  static override key = 'User';
}

abstract class FeedItem extends Entity {
  readonly id: number = 0;

  override pk() {
    return `${this.id}`;
  }
}

export class Link extends FeedItem {
  readonly type = 'link' as const;
  readonly url: string = '';

  static override key = 'Link';
}

export class Post extends FeedItem {
  readonly type = 'post' as const;
  readonly content: string = '';

  static override key = 'Post';
}

export class Page extends Entity {
  readonly id: number | null = null;
  readonly title: string = '';

  override pk() {
    return this.id;
  }

  static override key = 'Page';
}
