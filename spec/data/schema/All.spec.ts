import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { failureOf } from './failureOf.ts';
import { type FeedItem, Link, link, Post, post } from './feedItems.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const membersOf = (item: object) => Object.fromEntries(Object.entries(item));
const ids = (items: readonly unknown[] | undefined) =>
  items?.map((item) => (item as { id: unknown }).id);

describe('All of one entity class', () => {
  const users = new All(User);

  it('makes an entity of every item and reads them as instances, in order', () => {
    const all = readBack(users, [
      { id: 'b', name: 'Bo' },
      { id: 'a', name: 'Ann' },
    ]);
    expect(Array.isArray(all)).toBe(true);
    expect(all).toEqual([
      User.fromJS({ id: 'b', name: 'Bo' }),
      User.fromJS({ id: 'a', name: 'Ann' }),
    ]);
    expect(all?.every((user) => user instanceof User)).toBe(true);
  });

  it('contains every entity of the class once, whichever response brought it', () => {
    const page = { first: User, all: users };
    const read = readBack(page, {
      first: { id: 'x' },
      all: [{ id: 'a' }, { id: 'x' }, { id: 'a' }],
    })!;
    expect(ids(read.all)).toEqual(['x', 'a']);
    expect(read.all?.[0]).toBe(read.first);
  });

  it('takes the values of an object as its items', () => {
    expect(ids(readBack(users, { x: { id: 'a' }, y: { id: 'b' } }))).toEqual(['a', 'b']);
  });

  it('leaves out items that are null', () => {
    expect(ids(readBack(users, [null, { id: 'a' }, undefined]))).toEqual(['a']);
  });

  it('reads an empty response as an empty list', () => {
    expect(readBack(users, [])).toEqual([]);
    expect(readBack(users, {})).toEqual([]);
  });

  it('is an empty list after all entities are removed', () => {
    const { result, entities } = normalize(users, [{ id: 'a' }]);
    (entities.get('User') as Map<string, object>).delete('a');
    expect(denormalize(users, result, entities)).toEqual([]);
  });

  it('leaves out entities that validate() rejects', () => {
    class Member extends User {
      static override validate(member: { name?: string }) {
        return member.name ? undefined : 'has no name';
      }
    }
    const { entities } = normalize([User], [{ id: 'a' }, { id: 'b', name: 'Bo' }]);
    expect(ids(denormalize(new All(Member), {}, entities))).toEqual(['b']);
  });

  it('stores the same marker for every response', () => {
    const first = normalize(users, [{ id: 'a' }]).result;
    expect(normalize(users, [{ id: 'b' }, { id: 'c' }]).result).toBe(first);
    expect(normalize(users, []).result).toBe(first);
  });

  it.each([
    [null, 'SB_ANSWER_EMPTY', 'The response is null'],
    ['<html>', 'SB_ANSWER_SHAPE', 'Expected an array for schema.All(User), got a string'],
    [{ message: 'no' }, 'SB_ANSWER_SHAPE', 'got an object with message'],
    [[[{ id: 1 }]], 'SB_ANSWER_SHAPE', '$[0]: Expected an object for entity User, got an array'],
    [[{ id: 'a' }, {}], 'SB_PK_MISSING', '$[1]: User has no usable primary key'],
  ])('rejects the response %j', (input, code, text) => {
    const failure = failureOf(() => normalize(users, input));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(text);
  });
});

describe('All of several entity classes', () => {
  const feed = new All({ link: Link, post: Post }, 'type');
  let warn: jest.SpyInstance;
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => warn.mockRestore());

  it('chooses the class of each item by a member', () => {
    const items = readBack(feed, [link(1), post(2)]);
    expect(items?.map((item) => item.constructor)).toEqual([Link, Post]);
    expect(items?.map(membersOf)).toEqual([link(1), post(2)]);
  });

  it('chooses the class of each item by a function', () => {
    const all = new All({ links: Link, posts: Post }, (item) => `${item.type}s`);
    const items = readBack(all, [link(1), post(2)]);
    expect(items?.map((item) => item.constructor)).toEqual([Link, Post]);
  });

  it('keeps the order of the response across classes', () => {
    const input = [link(1), post(2), link(3), post(4), link(5)];
    expect(ids(readBack(feed, input))).toEqual([1, 2, 3, 4, 5]);
  });

  it('orders entities by when they were first stored, whichever list brought them', () => {
    const { result, entities } = normalize([feed], [[post(2)], [link(1), post(2)]]);
    for (const list of denormalize([feed], result, entities)!) expect(ids(list)).toEqual([2, 1]);
  });

  it('orders rows of hand-made maps class by class', () => {
    const entities = new Map<string, Map<string, object>>([
      ['Post', new Map([['2', post(2)]])],
      [
        'Link',
        new Map([
          ['1', link(1)],
          ['3', link(3)],
        ]),
      ],
    ]);
    expect(ids(denormalize(feed, {}, entities))).toEqual([1, 3, 2]);
  });

  it('calls the function with exactly the item, the object that contains the array, and its name', () => {
    const attribute = jest.fn((item: FeedItem, _parent: unknown, _key?: string) => item.type);
    const all = new All({ link: Link, post: Post }, attribute);
    const page = { results: [link(1), post(2)], nextPage: 'n' };
    normalize({ results: all, nextPage: '' }, page);
    expect(attribute.mock.calls).toEqual([
      [link(1), page, 'results'],
      [post(2), page, 'results'],
    ]);
    for (const [i, [item, parent]] of attribute.mock.calls.entries()) {
      expect(item).toBe(page.results[i]);
      expect(parent).toBe(page);
    }
  });

  it('calls the function with the array as parent and no key if the array is the whole response', () => {
    const attribute = jest.fn((item: FeedItem, _parent: unknown, _key?: string) => item.type);
    const list = [link(1)];
    normalize(new All({ link: Link, post: Post }, attribute), list);
    expect(attribute.mock.calls).toEqual([[link(1), list, undefined]]);
  });

  it('calls the function with the original object of the entity that contains the array', () => {
    const attribute = jest.fn((item: FeedItem, _parent: unknown, _key?: string) => item.type);
    class Page extends Entity {
      id = '';
      author = User.fromJS();
      items: FeedItem[] = [];
      static override key = 'Page';
      static override schema = {
        author: User,
        items: new All({ link: Link, post: Post }, attribute),
      };
    }
    const page = { id: 'p', author: { id: 'a' }, items: [link(1)] };
    normalize(Page, page);
    expect(attribute.mock.calls).toEqual([[link(1), page, 'items']]);
    expect(attribute.mock.calls[0][1]).toBe(page);
  });

  it('is looked up as a member of an object and keeps the other members', () => {
    const page = readBack(
      { results: new All(Post), nextPage: '' },
      { results: [post(1), post(2)], nextPage: 'n', total: 2 },
    )!;
    expect(ids(page.results)).toEqual([1, 2]);
    expect(page).toMatchObject({ nextPage: 'n', total: 2 });
  });

  it('keeps unmapped items unchanged, in their positions', () => {
    const [x, y, z] = [{ type: 'ad', n: 1 }, { type: 'ad', n: 2 }, { n: 3 }];
    for (const input of [
      [x, y, link(1), post(2)],
      [link(1), x, y, post(2), z],
      [link(1), post(2), x, y, z],
      [x, link(1), y, post(2), z],
      [x, y, z],
    ]) {
      const items = readBack(feed, input);
      expect(items?.map(membersOf)).toEqual(input);
      const kept = [x, y, z] as readonly unknown[];
      expect(items?.filter((item) => !(item instanceof Entity))).toEqual(
        input.filter((item) => kept.includes(item)),
      );
      expect(items?.filter((item) => kept.includes(item))).toHaveLength(
        input.filter((item) => kept.includes(item)).length,
      );
    }
  });

  it('makes no entity of an unmapped item', () => {
    const { entities } = normalize(feed, [{ id: 9, type: 'ad' }, link(1)]);
    expect([...entities.keys()]).toEqual(['Link', 'Post']);
    expect([...entities.get('Link')!.keys()]).toEqual(['1']);
    expect(entities.get('Post')!.size).toBe(0);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'treats %p as unmapped',
    (type) => {
      const item = JSON.parse(`{ "id": 1, "type": ${JSON.stringify(type)} }`) as object;
      expect(readBack(feed, [item])?.[0]).toBe(item);
    },
  );

  it('reads the attribute only if it is an own member of the item', () => {
    const byConstructor = new All({ link: Link }, 'constructor' as 'type');
    const item = { id: 1 };
    expect(readBack(byConstructor, [item])?.[0]).toBe(item);
  });

  it('moves an unmapped item up when the item before it is removed', () => {
    const ad = { type: 'ad' };
    const { result, entities } = normalize(feed, [link(1), post(2), ad, link(3)]);
    (entities.get('Post') as Map<string, object>).delete('2');
    const items = denormalize(feed, result, entities) as unknown[];
    expect(items[1]).toBe(ad);
    expect(ids(items)).toEqual([1, undefined, 3]);
    (entities.get('Link') as Map<string, object>).clear();
    expect(denormalize(feed, result, entities)).toEqual([ad]);
  });

  it('keeps an unmapped item after the item that it followed when other rows are added', () => {
    const ad = { type: 'ad' };
    const { result, entities } = normalize([feed], [[link(1), ad, post(2)], [link(3)]]);
    const [first, second] = denormalize([feed], result, entities)!;
    expect(ids(first)).toEqual([1, undefined, 2, 3]);
    expect(ids(second)).toEqual([1, 2, 3]);
  });

  it('warns once per schema about unmapped items', () => {
    const all = new All({ link: Link, post: Post }, 'type');
    normalize(all, [{ type: 'first' }, { type: 'second' }]);
    normalize(all, [{ type: 'third' }]);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"first" (mapped: link, post)')]]);
  });

  it('uses the mapping and the attribute of a union, including later definitions', () => {
    const union = new Union({ link: Link } as { link: typeof Link; post: typeof Post }, 'type');
    const all = new All(union);
    union.define({ post: Post });
    expect(readBack(all, [post(1), link(2)])?.map((item) => item.constructor)).toEqual([
      Post,
      Link,
    ]);
  });

  it('reads several classes that share a key by the attribute of the row', () => {
    class Issue extends FeedLike {}
    class Pull extends FeedLike {}
    const all = new All({ issue: Issue, pull: Pull }, 'kind');
    const items = readBack(all, [
      { id: 1, kind: 'pull' },
      { id: 2, kind: 'issue' },
    ]);
    expect(items?.map((item) => item.constructor)).toEqual([Pull, Issue]);
  });

  it('reads classes that share a key as the first one if the attribute needs the parent', () => {
    class Issue extends FeedLike {}
    class Pull extends FeedLike {}
    const all = new All(
      { issue: Issue, pull: Pull },
      (_item, parent) => (parent as { kind: string }).kind,
    );
    const page = readBack({ kind: '', items: all }, { kind: 'pull', items: [{ id: 1 }] })!;
    expect(page.items?.map((item) => item.constructor)).toEqual([Issue]);
  });
});

abstract class FeedLike extends Entity {
  id = 0;
  kind = '';
  static override key = 'Ticket';
}

describe('define', () => {
  it('merges into the definition given to the constructor', () => {
    const definition: { link: typeof Link; post?: typeof Post } = { link: Link };
    const all = new All(definition as { link: typeof Link; post: typeof Post }, 'type');
    all.define({ post: Post });
    expect(all.schema).toBe(definition);
    expect(definition).toEqual({ link: Link, post: Post });
    expect(readBack(all, [post(1)])?.[0]).toBeInstanceOf(Post);
  });

  it('allows circular definitions', () => {
    class Folder extends Entity {
      id = '';
      kind = 'folder';
      children: Entity[] = [];
      static override key = 'Folder';
      static override schema = {};
    }
    const nodes = new All({} as { folder: typeof Folder }, 'kind');
    nodes.define({ folder: Folder });
    Folder.schema = { children: nodes };
    const folder = (id: string, ...children: object[]) => ({ id, kind: 'folder', children });
    const all = readBack(nodes, [folder('a', folder('b')), folder('c')]);
    expect(ids(all)).toEqual(['b', 'a', 'c']);
    for (const node of all!) expect(node.children).toBe(all);
  });

  it('rejects anything but entities and keeps the definition', () => {
    const all = new All({ link: Link }, 'type');
    expect(failureOf(() => all.define({ post: Post, ad: {} })).code).toBe('SB_SCHEMA_INVALID');
    expect(all.schema).toEqual({ link: Link });
  });

  it('rejects a schema without a mapping', () => {
    expect(failureOf(() => new All(User).define({ post: Post })).code).toBe('SB_SCHEMA_INVALID');
  });
});

describe('the constructor of All', () => {
  it('rejects a mapping without schemaAttribute', () => {
    // @ts-expect-error a mapping needs a schemaAttribute
    const failure = failureOf(() => new All({ link: Link, post: Post }));
    expect(failure.code).toBe('SB_SCHEMA_INVALID');
    expect(failure.message).toContain('schema.All has a mapping but no schemaAttribute');
  });

  it('rejects a schemaAttribute without a mapping', () => {
    // @ts-expect-error there is nothing to choose from
    expect(failureOf(() => new All(User, 'name')).code).toBe('SB_SCHEMA_INVALID');
  });

  it.each([[[User]], [{ link: Link, other: [Post] }], [Number]])(
    'rejects the definition %p',
    (definition) => {
      const failure = failureOf(() => new All(definition as never, ...(['type'] as never)));
      expect(failure.code).toBe('SB_SCHEMA_INVALID');
    },
  );
});

describe('queryKey of All', () => {
  const feed = new All({ link: Link, post: Post }, 'type');

  it('finds nothing before anything of the class was requested', () => {
    expect(lookUp(feed, [], new Map())).toEqual({ stored: undefined, complete: true });
  });

  it('finds the stored entities, marked as incomplete, whatever the arguments', () => {
    const { result, entities } = normalize([Link], [link(1)]);
    expect(result).toEqual(['1']);
    const { stored, complete } = lookUp(feed, [{ page: 1 }], entities);
    expect(complete).toBe(false);
    expect(ids(denormalize(feed, stored, entities))).toEqual([1]);
  });

  it('finds an empty list after an empty response', () => {
    const { entities } = normalize(feed, []);
    const { stored } = lookUp(feed, [], entities);
    expect(denormalize(feed, stored, entities)).toEqual([]);
  });
});
