import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Scalar } from '../../../src/data/schema/scalar/Scalar.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { idsOf, Owner, Todo, todo, todoList } from '../../support/todos.ts';
import { failureOf } from './failureOf.ts';
import { Link, link, Post, post } from './feedItems.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

const todos = new Collection([Todo]);
const byId = new Collection(new Values(Todo));
const feed = new Collection(new ArraySchema({ link: Link, post: Post }, 'type'));
const pkFor = (...args: readonly unknown[]): string =>
  todos.pk(undefined, undefined, undefined, args);

describe('a Collection', () => {
  it('stores the list as its own row and returns the primary key of that row', () => {
    const { result, entities } = normalize(todos, [todo('1'), todo('2')], [{ userId: '1' }]);
    expect(result).toBe('{"userId":"1"}');
    expect(entities.get('[Todo]')?.get(result)).toEqual({
      args: { userId: '1' },
      members: ['1', '2'],
      end: '2',
    });
    expect([...entities.get('Todo')!.keys()]).toEqual(['1', '2']);
  });

  it('reads as a plain array of its members', () => {
    const list = readBack(todos, [todo('1'), todo('2')]);
    expect(Array.isArray(list)).toBe(true);
    expect(list).toEqual([Todo.fromJS(todo('1')), Todo.fromJS(todo('2'))]);
  });

  it('reads a map by name', () => {
    const map = readBack(byId, { a: todo('1'), b: null, constructor: todo('2') });
    expect(Object.keys(map!)).toEqual(['a', 'constructor']);
    expect(map!.a).toEqual(Todo.fromJS(todo('1')));
  });

  it('takes the values of an object as the items of a list and leaves out null', () => {
    expect(idsOf(readBack(todos, { x: todo('1'), y: null }))).toBe('1');
    expect(idsOf(readBack(todos, [null, todo('1'), undefined]))).toBe('1');
  });

  it('takes primary keys instead of members', () => {
    const { entities } = normalize([Todo], [todo('1'), todo('2')]);
    const { result, entities: lists } = normalize(todos, ['2', 1]);
    const all = new Map([...entities, ...lists]);
    expect(idsOf(denormalize(todos, result, all))).toBe('2 1');
  });

  it('leaves out missing and invalid members', () => {
    class Strict extends Todo {
      static override validate(record: { title?: string }) {
        return record.title ? undefined : 'has no title';
      }
    }
    const { result, entities } = normalize(todos, [todo('1'), { id: '2' }, todo('3')]);
    (entities.get('Todo') as Map<string, object>).delete('3');
    expect(idsOf(denormalize(new Collection([Strict]), result, entities))).toBe('1');
  });

  it('is empty after an empty response', () => {
    expect(readBack(todos, [])).toEqual([]);
    expect(readBack(byId, {})).toEqual({});
  });

  it('can be nested in objects and lists', () => {
    const page = { data: todos, cursor: '' };
    const read = readBack(page, { data: [todo('1')], cursor: 'c' }, [{ userId: 1 }])!;
    expect(idsOf(read.data)).toBe('1');
    expect(read.cursor).toBe('c');
  });

  it('does not change its input', () => {
    const [input, args] = [[todo('1')], [{ where: { done: 0 }, tags: ['a'] }]];
    const copies = structuredClone([input, args]);
    normalize(todos, input, args);
    expect([input, args]).toEqual(copies);
    expect(Object.isFrozen(args[0].where)).toBe(false);
  });

  it('reads a list that contains itself as one array', () => {
    class Node extends Entity {
      id = '';
      siblings: Node[] = [];
      static override readonly key = 'Node';
    }
    const all = new Collection([Node]);
    Object.assign(Node, { schema: { siblings: all } });
    const [first] = readBack(all, [{ id: 'a', siblings: [{ id: 'a' }] }])!;
    expect(first.siblings[0]).toBe(first);
  });
});

describe('the identity of a Collection', () => {
  it('depends on the arguments in any order; numbers equal their texts, undefined is absent', () => {
    expect(pkFor({ a: 1, b: 'x' })).toBe(pkFor({ b: 'x', c: undefined, a: '1' }));
    expect(pkFor({ a: 1 })).not.toBe(pkFor({ a: 2 }));
    expect(pkFor({ a: true })).not.toBe(pkFor({ a: 'true' }));
    expect(pkFor()).toBe('{}');
    expect(pkFor(undefined)).toBe('{}');
    expect(pkFor({ from: new Date(0), in: [1, { n: 2 }] })).toBe(
      '{"from":@1970-01-01T00:00:00.000Z,"in":["1",{"n":"2"}]}',
    );
  });

  it('is the result of argsKey', () => {
    const list = new Collection([Todo], {
      argsKey: (userId: string, _page: number) => ({ userId }),
    });
    expect(list.pk(undefined, undefined, undefined, ['1', 2])).toBe('{"userId":"1"}');
  });

  it('is the result of nestKey for the entity around it, also through objects and lists', () => {
    class Group extends Entity {
      id = '';
      static override readonly key = 'Group';
      static override schema = { page: { rows: [todoList] } };
    }
    const { entities } = normalize(Group, { id: 7, page: { rows: [[todo('1')]] } }, [{ id: 7 }]);
    expect([...entities.get('[Todo]')!.keys()]).toEqual(['{"userId":"7"}']);
  });

  it('depends on the arguments in an entity without nestKey and outside of entities', () => {
    class Group extends Entity {
      id = '';
      static override readonly key = 'Group';
      static override schema = { todos };
    }
    const keys = (schema: unknown, input: object) => [
      ...normalize(schema, input, [{ id: 1 }])
        .entities.get('[Todo]')!
        .keys(),
    ];
    expect(keys(Group, { id: 1, todos: [] })).toEqual(['{"id":"1"}']);
    expect(keys({ todos: todoList }, { todos: [] })).toEqual(['{"id":"1"}']);
    expect(
      keys(
        [Owner],
        [
          { id: 1, todos: [] },
          { id: 2, todos: [] },
        ],
      ),
    ).toEqual(['{"userId":"1"}', '{"userId":"2"}']);
  });

  it('includes an entity key made of the members', () => {
    const union = new Union({ link: Link, post: Post }, 'type');
    expect([todos, byId, feed, new Collection([union])].map(({ key }) => key)).toEqual([
      '[Todo]',
      '{Todo}',
      '[link:Link;post:Post]',
      '[link:Link;post:Post]',
    ]);
  });

  it('leads to a known list, which is complete', () => {
    const { entities } = normalize(todos, [], [{ userId: 1 }]);
    expect(lookUp(todos, [{ userId: '1' }], entities)).toEqual({
      stored: '{"userId":"1"}',
      complete: true,
    });
    expect(lookUp(todos, [{ userId: '2' }], entities).stored).toBeUndefined();
    expect(lookUp(todos.push, [{ userId: '1' }], entities).stored).toBeUndefined();
    expect(lookUp(todos.getPage, [{ userId: '1' }], entities).stored).toBeUndefined();
  });

  it.each([
    ['a text', [Todo], undefined, ['5'], 'args[0] is a string'],
    ['a list', [Todo], undefined, [['5']], 'args[0] is an array'],
    ['a function', [Todo], undefined, [{ a: { b: () => 1 } }], 'args[0].a.b is a function'],
    ['what argsKey gave', [Todo], { argsKey: () => 'x' as never }, [], 'argsKey() is a string'],
  ] as const)('refuses %s as arguments, and names it', (_what, schema, options, args, text) => {
    const list = new Collection(schema, options);
    const failure = failureOf(() => normalize(list, [], args));
    expect(failure.code).toMatch(/^SB_(COLLECTION_ARGS|KEY_UNSUPPORTED)$/);
    expect(failure.message).toContain(text);
  });

  it('cannot come from a nestKey without a value: all owners would share one list', () => {
    const nestKey = ({ uid }: { uid?: string }) => ({ uid });
    class Group extends Entity {
      id = '';
      static override readonly key = 'Group';
      static override schema = { todos: new Collection([Todo], { nestKey }) };
    }
    const failure = failureOf(() => normalize(Group, { id: 1, todos: [] }));
    expect(failure.code).toBe('SB_COLLECTION_ARGS');
    expect(failure.message).toContain('nestKey() has no value for "todos"');
  });
});

describe('a Collection of several entity classes', () => {
  let warn: jest.SpyInstance;
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => warn.mockRestore());

  it('chooses the class of each member, by mapping or union, and shares the list', () => {
    const input = [link(1), post(2)];
    const { result, entities } = normalize(feed, input);
    const read = denormalize(feed, result, entities)!;
    expect(read.map((item) => item.constructor)).toEqual([Link, Post]);
    const union = new Union({ link: Link, post: Post }, 'type');
    expect(readBack(new Collection([union]), input)).toEqual(read);
  });

  it('keeps an unmapped item unchanged', () => {
    const ad = { id: 3, type: 'ad' };
    expect(readBack(feed, [ad, link(1)])![0]).toBe(ad);
  });

  it('takes more classes through define()', () => {
    const mapping: Record<string, typeof Link | typeof Post> = { link: Link };
    const open = new Collection(new ArraySchema(mapping, 'type'));
    open.define({ post: Post });
    expect(readBack(open, [post(2)])![0]).toBeInstanceOf(Post);
    expect(failureOf(() => open.define({ ad: {} as never })).code).toBe('SB_SCHEMA_INVALID');
    expect(failureOf(() => todos.define({ post: Post })).message).toContain(
      'needs a schema with a mapping',
    );
  });
});

describe('the constructor of a Collection', () => {
  it.each([
    ['an entity', Todo, 'did you mean [Todo]?'],
    ['a text', 'Todo', 'got a string'],
    ['an object', { todo: Todo }, 'got an object'],
    ['a list of lists', [[Todo]], 'holds entities'],
    ['a list of texts', [String], 'holds entities'],
    ['a list of columns', [new Scalar({ key: 'price', lens: () => 'a' })], 'new schema.Values('],
    ['a mapping without attribute', new Values({ link: Link }), 'holds entities'],
    ['nothing', undefined, 'got undefined'],
  ])('rejects %s', (_what, schema, text) => {
    const failure = failureOf(() => new Collection(schema as never));
    expect(failure.code).toBe('SB_SCHEMA_INVALID');
    expect(failure.message).toContain(text);
  });

  it('rejects createCollectionFilter together with nonFilterArgumentKeys', () => {
    const both = { nonFilterArgumentKeys: ['a'], createCollectionFilter: () => () => true };
    expect(failureOf(() => new Collection([Todo], both as never)).message).toContain('not both');
  });

  it.each([
    [todos, { message: 'no' }, 'got an object with message'],
    [byId, [todo('1')], 'Expected an object as map of values, got an array'],
    [todos, [{ title: 'x' }], '$[0]: Todo has no usable primary key'],
  ])('makes a schema that rejects responses of another shape', (schema, input, text) => {
    expect(failureOf(() => normalize(schema, input)).message).toContain(text);
  });
});
