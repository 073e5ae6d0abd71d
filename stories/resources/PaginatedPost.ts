import { Entity } from 'streambed';

export class PaginatedPost extends Entity {
  id: number | null = null;
  title = '';
  content = '';

  override pk() {
    return this.id;
  }

  static override key = 'PaginatedPost';
}
