import type { Denormalize, Normalize } from '../../src/data/schema/Denormalize.ts';
import type { DenormalizeNullable } from '../../src/data/schema/DenormalizeNullable.ts';
import { Entity } from '../../src/data/schema/Entity.ts';
import * as schema from '../../src/data/schema/index.ts';
import type { SchemaArgs } from '../../src/data/schema/Queryable.ts';
import { Endpoint } from '../../src/data/endpoint/Endpoint.ts';
import type { DataOf } from '../../src/data/endpoint/EndpointInterface.ts';
import { unshift } from '../../src/data/schema/collection/CollectionMerge.ts';
import type { Store } from '../../src/kernel/store/Store.ts';
import { check, type Equal } from './Equal.ts';

/* Checked by `tsc`, not by running. */

class Todo extends Entity {
  readonly id: string = '';
  readonly title: string = '';
}
class Link extends Entity {
  declare readonly type: 'link';
}
class Post extends Entity {
  declare readonly type: 'post';
}

const union = new schema.Union({ link: Link, post: Post }, 'type');
const todos = new schema.Collection([Todo]);
const byUser = new schema.Collection([Todo], {
  argsKey: ({ userId }: { userId: string; page?: number }) => ({ userId }),
  nestKey: (parent: { id: string }, key) => ({ [key]: parent.id }),
});
const map = new schema.Collection(new schema.Values(Todo), {
  nestKey: (parent, key) => ({ id: parent.id, key }),
});
const feed = new schema.Collection([union]);
const mapped = new schema.Collection(new schema.Array({ link: Link, post: Post }, 'type'));

function reads(): void {
  check<Equal<Denormalize<typeof todos>, Todo[]>>();
  check<Equal<Denormalize<typeof map>, Record<string, Todo>>>();
  check<Equal<Denormalize<typeof feed>, (Link | Post)[]>>();
  check<Equal<Denormalize<typeof mapped>, (Link | Post)[]>>();
  check<Equal<DenormalizeNullable<typeof todos>, Todo[] | undefined>>();
  check<Equal<Normalize<typeof todos>, string>>();
  check<Equal<Denormalize<typeof todos.push>, Todo>>();
  check<Equal<Denormalize<typeof todos.remove>, Todo>>();
  check<Equal<Denormalize<typeof feed.push>, Link | Post>>();
  check<Equal<Denormalize<typeof map.assign>, Record<string, Todo>>>();
  check<Equal<Denormalize<typeof map.move>, Todo>>();
  check<Equal<Denormalize<typeof todos.getPage>, Todo[]>>();
  check<Equal<SchemaArgs<typeof byUser>, [{ userId: string; page?: number }]>>();
  check<Equal<SchemaArgs<typeof byUser.push>, [{ userId: string; page?: number }]>>();
  check<Equal<SchemaArgs<typeof todos>, readonly [args?: object]>>();
  const create = new Endpoint(async (body: { title: string }) => body, {
    name: 'create',
    sideEffect: true,
    schema: todos.push,
  });
  check<Equal<DataOf<typeof create>, Todo>>();
}

function uses(store: Store): void {
  store.query(todos);
  store.query(todos, { userId: 1 });
  store
    .query(byUser, { userId: '1' })
    .subscribe((list) => check<Equal<typeof list, Todo[] | undefined>>());
  // @ts-expect-error the arguments of argsKey
  store.query(byUser);
  // @ts-expect-error the arguments of argsKey
  store.query(byUser, { user: '1' });
  // @ts-expect-error a list is named by an object
  store.query(todos, '1');
  store.set(todos, [{ id: '1' }]);
  store.set(todos, { userId: 1 }, (list) => [...list, { id: '2' }]);
  store.set(todos.push, { id: '1' });
  store.set(todos.push, { userId: 1 }, [{ id: '1' }]);
  store.set(todos.remove, { userId: 1 }, '1');
  store.set(byUser.push, { userId: '1' }, { id: '1' });
  // @ts-expect-error the arguments of argsKey
  store.set(byUser.push, { userId: 1 }, { id: '1' });
  store.set(map.assign, { a: { id: '1' } });
  // @ts-expect-error a map has assign
  store.set(map.push, { id: '1' });
  // @ts-expect-error a list has push
  store.set(todos.assign, { a: { id: '1' } });
}

function constructors(): object[] {
  return [
    todos.moveWith(unshift),
    todos.addWith(
      (existing, incoming) => [...incoming, ...existing],
      () => () => true,
    ),
    map.addWith((existing, incoming) => ({ ...existing, ...incoming })),
    // @ts-expect-error a map is no list
    map.moveWith(unshift),
    todos.paginated('cursor'),
    todos.paginated(({ cursor: _cursor, ...rest }: { cursor: string }) => [rest]),
    new schema.Collection([Todo], { nonFilterArgumentKeys: ['page'] }),
    new schema.Collection([Todo], { nonFilterArgumentKeys: /^page/ }),
    new schema.Collection([Todo], { nonFilterArgumentKeys: (name) => name === 'page' }),
    new schema.Collection([Todo], {
      createCollectionFilter: (params: { userId: string }) => (args) =>
        args.userId === params.userId,
    }),
    new schema.Collection([Todo], {
      nonFilterArgumentKeys: [],
      // @ts-expect-error one of the two
      createCollectionFilter: () => () => true,
    }),
    // @ts-expect-error a list of one kind
    new schema.Collection(Todo),
    // @ts-expect-error not of entities
    new schema.Collection([String]),
    // @ts-expect-error an object of named arguments
    new schema.Collection([Todo], { argsKey: (id: string) => id }),
  ];
}

it('the types of collections are as declared', () => {
  expect([reads, uses, constructors]).toHaveLength(3);
});
