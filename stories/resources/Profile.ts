import { Entity } from 'streambed';

export class Profile extends Entity {
  id = '';
  fullName = '';
  bio = '';

  static override key = 'Profile';
}
