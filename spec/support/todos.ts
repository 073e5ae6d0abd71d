import { Collection } from '../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../src/data/schema/Entity.ts';

/** Entities that the specs of collections share. */
export class Todo extends Entity {
  id = '';
  title = '';
  userId = '';
  status = '';
  static override readonly key = 'Todo';
}

/** The todos of a user, in all responses. */
export const todoList = new Collection([Todo], {
  nestKey: ({ id }: { id: string }) => ({ userId: id }),
});

export class Owner extends Entity {
  id = '';
  name = '';
  todos: Todo[] = [];
  static override readonly key = 'Owner';
  static override schema = { todos: todoList };
}

export const todo = (id: string, userId = '1', title = `Todo ${id}`) => ({ id, title, userId });

/** The ids of a list. */
export const idsOf = (list: readonly object[] | undefined): string | undefined =>
  list?.map((item) => (item as { id: unknown }).id).join(' ');
