import { Entity } from 'streambed';

export class User extends Entity {
  id = '';
  name = '';

  static override key = 'User';
}
