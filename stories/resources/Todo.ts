import { Entity } from 'streambed';

export class Todo extends Entity {
  id = 0;
  title = '';
  done = false;

  static override key = 'Todo';
}
