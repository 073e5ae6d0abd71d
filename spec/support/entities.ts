import { Entity } from '../../src/data/schema/Entity.ts';

/** Entities that the specs of graph and store share. */
export class User extends Entity {
  id = '';
  name = '';
  email = '';
  static override readonly key = 'User';
  static override indexes = ['email'];
}

export class Post extends Entity {
  id = '';
  title = '';
  author: User | undefined = undefined;
  static override readonly key = 'Post';
  static override schema = { author: User };
}

export class Link extends Entity {
  id = '';
  url = '';
  static override readonly key = 'Link';
}

export const ann = { id: '1', name: 'Ann', email: 'ann@example.org' };
export const bob = { id: '2', name: 'Bob', email: 'bob@example.org' };
export const cid = { id: '3', name: 'Cid', email: 'cid@example.org' };
