import { Entity } from 'streambed';

export abstract class FeedItem extends Entity {
  readonly id: number = 0;
  declare readonly type: 'link' | 'post';

  override pk() {
    return `${this.id}`;
  }
}
