import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import {
  type CollectionRef,
  unshift,
} from '../../../src/data/schema/collection/CollectionMerge.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { idsOf, Todo, todo } from '../../support/todos.ts';
import { failureOf } from './failureOf.ts';
import { Link, link, Post, post } from './feedItems.ts';
import { MapWriter } from '../../../src/data/normalize/normalize.ts';

type Args = readonly object[];

/** A store with lists of todos, by their arguments. */
function storeWith(list: Collection<[typeof Todo]>, lists: Record<string, readonly object[]>) {
  const store = createStore();
  for (const [args, members] of Object.entries(lists)) {
    store.set(list, JSON.parse(args) as object, members);
  }
  return {
    store,
    /** The ids in each list. */
    ids: (): Record<string, string | undefined> =>
      Object.fromEntries(
        Object.keys(lists).map((args) => [
          args,
          idsOf(store.get(list, JSON.parse(args) as object)),
        ]),
      ),
  };
}

const todos = new Collection([Todo]);
const lists = {
  '{}': [todo('1'), todo('2', '2')],
  '{"userId":"1"}': [todo('1')],
  '{"userId":"2"}': [todo('2', '2')],
  '{"userId":"1","orderBy":"title"}': [todo('1')],
  '{"userId":"1","status":"open"}': [],
};

describe('push', () => {
  it('adds a member at the end of every list whose arguments all equal its members', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.push, todo('3'));
    expect(ids()).toEqual({
      '{}': '1 2 3',
      '{"userId":"1"}': '1 3',
      '{"userId":"2"}': '2',
      '{"userId":"1","orderBy":"title"}': '1 3',
      '{"userId":"1","status":"open"}': '',
    });
  });

  it('uses arguments of the call that the member does not have', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.push, { userId: 2, status: 'open' }, { id: '3', title: 'x' });
    expect(ids()).toMatchObject({ '{}': '1 2 3', '{"userId":"1"}': '1', '{"userId":"2"}': '2 3' });
  });

  it('adds several members, each to the lists that it matches, and each once', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.push, [todo('3'), todo('4', '2'), todo('3'), todo('1'), null as never]);
    expect(ids()).toMatchObject({
      '{}': '1 2 3 4',
      '{"userId":"1"}': '1 3',
      '{"userId":"2"}': '2 4',
    });
  });

  it('adds a known entity by its primary key', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(Todo, todo('9', '2'));
    store.set(todos.push, '9');
    expect(ids()).toMatchObject({ '{}': '1 2 9', '{"userId":"1"}': '1', '{"userId":"2"}': '2 9' });
  });

  it('keeps the array and the position of a member that is already in the list', () => {
    const { store } = storeWith(todos, lists);
    const before = store.get(todos, {});
    store.set(todos.push, todo('1'));
    expect(store.get(todos, {})).toBe(before);
  });

  it('does not create unknown lists', () => {
    const { store } = storeWith(todos, {});
    store.set(todos.push, todo('1'));
    expect(store.get(todos, {})).toBeUndefined();
    expect(store.get(Todo, '1')).toBeDefined();
  });

  it.each([
    ['a function', (name: string) => name === 'view'],
    ['an expression', /^view$/g],
    ['a list', ['view']],
  ])('ignores arguments that %s leaves out', (_what, nonFilterArgumentKeys) => {
    const list = new Collection([Todo], { nonFilterArgumentKeys });
    const { store, ids } = storeWith(list, {
      '{"view":"grid","userId":"1"}': [],
      '{"orderBy":"a"}': [],
    });
    store.set(list.push, todo('1'));
    store.set(list.push, todo('2'));
    expect(ids()).toEqual({ '{"view":"grid","userId":"1"}': '1 2', '{"orderBy":"a"}': '' });
  });

  it('uses the filter that the collection makes from the arguments of the call', () => {
    const calls: unknown[] = [];
    const list = new Collection([Todo], {
      createCollectionFilter: (params) => (args, record) => {
        calls.push([params, args, (record as Todo).id]);
        return args.userId === params.owner;
      },
    });
    const { store, ids } = storeWith(list, { '{"userId":"1"}': [], '{"userId":"2"}': [] });
    store.set(list.push, { owner: '2' }, todo('3'));
    expect(ids()).toEqual({ '{"userId":"1"}': '', '{"userId":"2"}': '3' });
    expect(calls).toEqual([
      [{ owner: '2' }, { userId: '1' }, '3'],
      [{ owner: '2' }, { userId: '2' }, '3'],
    ]);
  });

  it('uses the methods of a subclass', () => {
    class Everywhere extends Collection<[typeof Todo]> {
      protected override createCollectionFilter() {
        return () => true;
      }
    }
    class ByUser extends Collection<[typeof Todo]> {
      protected override nonFilterArgumentKeys(name: string) {
        return name !== 'userId';
      }
    }
    for (const [List, expected] of [
      [Everywhere, ['1', '1']],
      [ByUser, ['1', '']],
    ] as const) {
      const list = new List([Todo]);
      const { store, ids } = storeWith(list, {
        '{"userId":"1","x":"1"}': [],
        '{"userId":"2"}': [],
      });
      store.set(list.push, todo('1'));
      expect(Object.values(ids())).toEqual(expected);
    }
  });

  it('reads the members of a FormData body', () => {
    const { store, ids } = storeWith(todos, lists);
    const form = new FormData();
    form.set('userId', '2');
    store.set(todos.push, form, { id: '3' });
    expect(ids()).toMatchObject({ '{"userId":"1"}': '1', '{"userId":"2"}': '2 3' });
  });
});

describe('unshift and addWith', () => {
  it('add members at the start, or where the merge function puts them', () => {
    const { store, ids } = storeWith(todos, { '{}': [todo('2'), todo('4')] });
    store.set(todos.unshift, [todo('0'), todo('1'), todo('4')]);
    expect(ids()).toEqual({ '{}': '0 1 2 4' });
    const beforeLast = todos.addWith((existing, incoming) => [
      ...existing.slice(0, -1),
      ...incoming,
      ...existing.slice(-1),
    ]);
    store.set(beforeLast, todo('3'));
    expect(ids()).toEqual({ '{}': '0 1 2 3 4' });
  });

  it('can use their own filter', () => {
    const append = (existing: readonly CollectionRef[], incoming: readonly CollectionRef[]) => [
      ...existing,
      ...incoming,
    ];
    const addToOthers = todos.addWith(append, () => (args) => args.userId !== '1');
    const { store, ids } = storeWith(todos, { '{"userId":"1"}': [], '{"userId":"2"}': [] });
    store.set(addToOthers, todo('3'));
    expect(ids()).toEqual({ '{"userId":"1"}': '', '{"userId":"2"}': '3' });
  });
});

describe('remove', () => {
  it('removes a member from every list that it matches; the entity stays', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.remove, { id: '1' });
    expect(ids()).toMatchObject({ '{}': '2', '{"userId":"1"}': '', '{"userId":"2"}': '2' });
    expect(store.get(Todo, '1')?.title).toBe('Todo 1');
  });

  it('removes several members, by primary key or by entity, and ignores absent ones', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.remove, [1, store.get(Todo, '2'), '99', { id: '98' }] as never);
    expect(ids()).toMatchObject({ '{}': '', '{"userId":"1"}': '', '{"userId":"2"}': '' });
    expect(store.get(Todo, '98')).toBeUndefined();
  });

  it('keeps lists that the call does not name', () => {
    const { store, ids } = storeWith(todos, {
      '{"label":"a"}': [todo('1')],
      '{"label":"b"}': [todo('1')],
    });
    store.set(todos.remove, { label: 'a' }, '1');
    expect(ids()).toEqual({ '{"label":"a"}': '', '{"label":"b"}': '1' });
  });

  it('keeps the array of a list without the member', () => {
    const { store } = storeWith(todos, lists);
    const before = store.get(todos, { userId: '2' });
    store.set(todos.remove, '1');
    expect(store.get(todos, { userId: '2' })).toBe(before);
  });

  it('merges the response into a known entity', () => {
    const { store } = storeWith(todos, lists);
    store.set(todos.remove, { userId: '1' }, { id: '1', userId: '' });
    expect(store.get(Todo, '1')?.userId).toBe('');
    expect(store.get(todos, { userId: '1' })).toEqual([]);
  });
});

describe('move', () => {
  it('moves a member from the lists that it no longer matches to those that it matches', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.move, todo('1', '2'));
    expect(ids()).toEqual({
      '{}': '1 2',
      '{"userId":"1"}': '',
      '{"userId":"2"}': '2 1',
      '{"userId":"1","orderBy":"title"}': '',
      '{"userId":"1","status":"open"}': '',
    });
  });

  it('adds an unknown entity', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.move, todo('3', '2'));
    expect(ids()).toMatchObject({ '{}': '1 2 3', '{"userId":"1"}': '1', '{"userId":"2"}': '2 3' });
  });

  it('decides for each of several members', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.move, [todo('1', '2'), todo('2', '1')]);
    expect(ids()).toMatchObject({ '{"userId":"1"}': '2', '{"userId":"2"}': '1' });
  });

  it('keeps lists whose arguments the member does not have', () => {
    const { store, ids } = storeWith(todos, { '{"label":"a"}': [todo('1')], '{"userId":"2"}': [] });
    store.set(todos.move, todo('1', '2'));
    expect(ids()).toEqual({ '{"label":"a"}': '1', '{"userId":"2"}': '1' });
  });

  it('puts members where the function of moveWith puts them', () => {
    const { store, ids } = storeWith(todos, lists);
    store.set(todos.moveWith(unshift), todo('1', '2'));
    expect(ids()).toMatchObject({ '{"userId":"1"}': '', '{"userId":"2"}': '1 2' });
  });

  it('uses the filter of the collection', () => {
    const list = new Collection([Todo], {
      createCollectionFilter:
        ({ userId }) =>
        (args) =>
          args.userId === userId,
    });
    const { store, ids } = storeWith(list, { '{"userId":"1"}': [todo('1')], '{"userId":"2"}': [] });
    store.set(list.move, todo('1', '2'));
    expect(ids()).toEqual({ '{"userId":"1"}': '', '{"userId":"2"}': '1' });
  });
});

describe('maps', () => {
  const map = new Collection(new Values(Todo));
  const namesOf = (value: object | undefined) => value && Object.keys(value).join(' ');

  it('get, move and lose members', () => {
    const store = createStore();
    store.set(map, { userId: 1 }, { a: todo('1') });
    store.set(map, { userId: 2 }, {});
    store.set(map.assign, { b: todo('2'), c: todo('3', '2') });
    expect(namesOf(store.get(map, { userId: 1 }))).toBe('a b');
    expect(namesOf(store.get(map, { userId: 2 }))).toBe('c');
    store.set(map.move, todo('2', '2'));
    expect(namesOf(store.get(map, { userId: 1 }))).toBe('a');
    expect(namesOf(store.get(map, { userId: 2 }))).toContain('c');
    expect(store.get(map, { userId: 2 })!['2']).toBe(store.get(Todo, '2'));
    store.set(map.remove, ['1', '3']);
    expect(namesOf(store.get(map, { userId: 1 }))).toBe('');
    expect(namesOf(store.get(map, { userId: 2 }))).toBe('2');
  });

  it('keep their object if no member changes', () => {
    const store = createStore();
    store.set(map, {}, { a: todo('1') });
    const before = store.get(map, {});
    store.set(map.assign, { a: todo('1') });
    store.set(map, {}, { a: todo('1') });
    expect(store.get(map, {})).toBe(before);
  });

  it('reject the changes of lists, and lists those of maps', () => {
    const store = createStore();
    const refused = (change: unknown) =>
      failureOf(() => store.set(change as typeof todos.push, {})).message;
    expect(refused(map.push)).toContain('{Todo} is a map: use assign instead of push');
    expect(refused(map.unshift)).toContain('use assign instead of unshift');
    expect(refused(todos.assign)).toContain(
      '[Todo] is a list: use push or unshift instead of assign',
    );
    expect(failureOf(() => store.set(map.assign, [todo('1')])).message).toContain('got an array');
  });
});

describe('lists of several entity classes', () => {
  const feed = new Collection(new ArraySchema({ link: Link, post: Post }, 'type'));

  it('distinguish members of different classes with the same primary key', () => {
    const store = createStore();
    store.set(feed, {}, [link(1)]);
    store.set(feed.push, [post(1), link(1)]);
    expect(store.get(feed, {})!.map(({ type }) => type)).toEqual(['link', 'post']);
    store.set(feed.remove, post(1));
    expect(store.get(feed, {})!.map(({ type }) => type)).toEqual(['link']);
    store.set(feed.remove, '1');
    expect(store.get(feed, {})).toEqual([]);
    expect(failureOf(() => store.set(feed.push, '1')).message).toContain(
      'Expected an object for a union',
    );
  });
});

describe('getPage', () => {
  const users = (...ids: readonly string[]) => ids.map((id) => todo(id));

  it('adds the members of a page, each once, to the list with the most of the arguments', () => {
    const { store, ids } = storeWith(todos, {
      '{}': users('1'),
      '{"userId":"1"}': users('1', '2'),
    });
    store.set(todos.getPage, { userId: 1, cursor: 2 }, users('2', '3'));
    store.set(todos.getPage, { userId: 1, cursor: 3 }, users('3', '4'));
    expect(ids()).toEqual({ '{}': '1', '{"userId":"1"}': '1 2 3 4' });
  });

  it('begins an unknown list', () => {
    const { store } = storeWith(todos, {});
    store.set(todos.paginated('cursor'), { userId: 1, cursor: 2 }, users('3'));
    expect(idsOf(store.get(todos, { userId: 1 }))).toBe('3');
  });

  it('leaves the cursor out of the arguments of the list, by name or with a function', () => {
    const { store, ids } = storeWith(todos, { '{}': [], '{"a":"1"}': users('1') });
    store.set(todos.paginated('cursor'), { a: 1, cursor: 2 }, users('2'));
    const byFunction = todos.paginated(({ cursor: _cursor, ...rest }: { cursor: number }) => [
      rest,
    ]);
    store.set(byFunction, { a: 1, cursor: 3 }, users('3'));
    expect(ids()).toEqual({ '{}': '', '{"a":"1"}': '1 2 3' });
  });
});

describe('the rules of a subclass', () => {
  it('merge a response into a list', () => {
    class Growing extends Collection<[typeof Todo]> {
      override merge(existing: readonly unknown[], incoming: readonly unknown[]) {
        return [...new Set([...existing, ...incoming])];
      }
    }
    const list = new Growing([Todo]);
    const { store, ids } = storeWith(list, { '{}': [todo('1')] });
    store.set(list, {}, [todo('2')]);
    expect(ids()).toEqual({ '{}': '1 2' });
  });

  it('decide which response is older', () => {
    class Longest extends Collection<[typeof Todo]> {
      override shouldReorder(
        _a: unknown,
        _b: unknown,
        existing: readonly unknown[],
        incoming: readonly unknown[],
      ) {
        return incoming.length < existing.length;
      }
    }
    const list = new Longest([Todo]);
    const { store, ids } = storeWith(list, { '{}': [todo('1'), todo('2')] });
    store.set(list, {}, [todo('3')]);
    expect(ids()).toEqual({ '{}': '1 2' });
  });

  it('merge a response with the stored list', () => {
    class Kept extends Collection<[typeof Todo]> {
      override mergeWithStore(_a: unknown, _b: unknown, existing: readonly unknown[]) {
        return existing;
      }
    }
    const list = new Kept([Todo]);
    const { store, ids } = storeWith(list, { '{}': [todo('1')] });
    store.set(list, {}, [todo('3')]);
    expect(ids()).toEqual({ '{}': '1' });
  });
});

it('a subclass can assign its own changes', () => {
  class Newest extends Collection<[typeof Todo]> {
    constructor() {
      super([Todo]);
      this.move = this.moveWith(unshift);
      this.push = this.addWith(unshift);
    }
  }
  const { store, ids } = storeWith(new Newest(), {
    '{"userId":"1"}': [todo('1')],
    '{"userId":"2"}': [todo('2', '2')],
  });
  const list = new Newest();
  store.set(list.move, { id: '1' }, { id: '1', userId: '2' });
  expect(ids()).toEqual({ '{"userId":"1"}': '', '{"userId":"2"}': '1 2' });
  store.set(list.push, { id: '3', userId: '2' });
  expect(ids()).toEqual({ '{"userId":"1"}': '', '{"userId":"2"}': '3 1 2' });
});

it('each change is the same schema at every access', () => {
  expect([todos.push, todos.move, todos.getPage]).toEqual([todos.push, todos.move, todos.getPage]);
  expect(todos.push).toBe(todos.push);
  expect(todos.getPage).toBe(todos.getPage);
});

it('a change reads one member for one, and an array for an array', () => {
  const run = (input: unknown, args: Args = []) =>
    new MapWriter().run(todos.push, input, { args, subject: 'test' });
  expect(run(todo('1'))).toBe('1');
  expect(run([todo('1'), null, todo('2')])).toEqual(['1', '2']);
});
