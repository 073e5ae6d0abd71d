import { Entity } from 'streambed';

export class Todo extends Entity {
  id = 0;
  title = '';
  done = false;
  clientId?: string;

  static override key = 'Todo';
  static override clientId = 'clientId';
}
