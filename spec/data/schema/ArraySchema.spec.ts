import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { failureOf } from './failureOf.ts';
import { Link, link, Post, post } from './feedItems.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

describe.each([
  ['[S]', [User]],
  ['new schema.Array(S)', new ArraySchema(User)],
] as const)('a list, as %s', (_name, users) => {
  it('stores the primary keys in order, including repeated ones', () => {
    const { result, entities } = normalize(users, [{ id: 'b' }, { id: 'a' }, { id: 'b' }]);
    expect(result).toEqual(['b', 'a', 'b']);
    expect([...entities.get('User')!.keys()]).toEqual(['b', 'a']);
  });

  it('reads instances, the same one for the same primary key', () => {
    const [b, a, again] = readBack(users, [{ id: 'b' }, { id: 'a' }, { id: 'b' }])!;
    expect([b, a]).toEqual([User.fromJS({ id: 'b' }), User.fromJS({ id: 'a' })]);
    expect(again).toBe(b);
  });

  it('takes bare ids of entities that are already known', () => {
    const { result } = normalize(users, ['a', 5]);
    expect(result).toEqual(['a', '5']);
    const entities = new Map([['User', new Map([['5', { id: 5 }]])]]);
    expect(denormalize(users, result, entities)).toEqual([User.fromJS({ id: 5 as never })]);
  });

  it('takes the values of an object as its items', () => {
    expect(normalize(users, { x: { id: 'a' }, y: { id: 'b' } }).result).toEqual(['a', 'b']);
  });

  it('leaves out null and undefined', () => {
    expect(readBack(users, [null, { id: 'a' }, undefined])).toEqual([User.fromJS({ id: 'a' })]);
  });

  it('leaves out missing and invalid entities', () => {
    class Checked extends User {
      static override validate({ id }: { id?: string }) {
        return id === 'bad' ? 'is bad' : undefined;
      }
    }
    const { entities } = normalize(users, [{ id: 'a' }, { id: 'bad' }]);
    expect(denormalize([Checked], ['gone', 'bad', 'a'], entities)).toEqual([
      Checked.fromJS({ id: 'a' }),
    ]);
  });

  it('reads an empty response as an empty list', () => {
    expect(readBack(users, [])).toEqual([]);
  });

  it('cannot be looked up', () => {
    expect(lookUp(users, [], normalize(users, [{ id: 'a' }]).entities).stored).toBeUndefined();
  });

  it('names the path of an invalid item', () => {
    const { code, message } = failureOf(() => normalize(users, [{ id: 'a' }, { name: 'x' }]));
    expect(code).toBe('SB_PK_MISSING');
    expect(message).toContain('$[1]');
  });
});

describe('a list of several entity classes', () => {
  let warn: jest.SpyInstance;
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => warn.mockRestore());

  it('chooses the class of each item by a member', () => {
    const feed = new ArraySchema({ link: Link, post: Post }, 'type');
    const { result, entities } = normalize(feed, [post(1), link(1)]);
    expect(result).toEqual([
      { id: '1', schema: 'post' },
      { id: '1', schema: 'link' },
    ]);
    const items = denormalize(feed, result, entities);
    expect(items?.map((item) => item.constructor)).toEqual([Post, Link]);
  });

  it('chooses by a function of the item, the object that contains the list, and its name', () => {
    const attribute = jest.fn((item: Link | Post, _parent: unknown, _key?: string) => item.type);
    const page = { items: [link(1)] };
    normalize({ items: new ArraySchema({ link: Link, post: Post }, attribute) }, page);
    expect(attribute.mock.calls).toEqual([[link(1), page, 'items']]);
    expect(attribute.mock.calls[0][1]).toBe(page);
  });

  it('keeps unmapped items in their positions, by reference', () => {
    const feed = new ArraySchema({ link: Link, post: Post }, 'type');
    const ad = { type: 'ad' };
    const items = readBack(feed, [ad, link(1), ad, 'text'])!;
    expect(items[0]).toBe(ad);
    expect(items[1]).toBeInstanceOf(Link);
    expect(items.slice(2)).toEqual([ad, 'text']);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('stores the items of a union like a single union', () => {
    const union = new Union({ link: Link, post: Post }, 'type');
    expect(normalize([union], [link(1)]).result).toEqual([normalize(union, link(1)).result]);
    expect(readBack([union], [link(1), post(1)])?.map((item) => item.constructor)).toEqual([
      Link,
      Post,
    ]);
  });
});

describe('null in a list of entities', () => {
  const items = [null, link(1), undefined, null, link(2)];
  const links = [Link.fromJS(link(1) as never), Link.fromJS(link(2) as never)];
  class Page extends Entity {
    id = '';
    links: Link[] = [];
    static override key = 'Page';
    static override schema = { links: [Link] };
  }

  it.each<[string, unknown, unknown, unknown]>([
    ['[S]', [Link], items, links],
    ['new schema.Array(S)', new ArraySchema(Link), items, links],
    ['with a mapping', new ArraySchema({ link: Link, post: Post }, 'type'), items, links],
    ['of a union', [new Union({ link: Link, post: Post }, 'type')], items, links],
    ['of objects', [{ link: Link }], [null, { link: link(1) }], [{ link: links[0] }]],
    ['of lists', [[Link]], [null, items], [links]],
    ['of maps', [new Values(Link)], [null, { a: link(1), b: null }], [{ a: links[0] }]],
    ['in a map', new Values([Link]), { x: items }, { x: links }],
    ['in an object', { links: [Link] }, { links: items }, { links }],
    ['in an entity', Page, { id: '1', links: items }, Page.fromJS({ id: '1', links })],
    ['all', new All(Link), items, links],
    ['in a collection', new Collection([Link]), items, links],
  ])('is left out: %s', (_name, schema, input, value) => {
    expect(readBack(schema, input)).toEqual(value);
  });
});

describe('a list of lists and objects', () => {
  it('takes an object without attribute as the schema of its items', () => {
    const rows = readBack(new ArraySchema({ user: User, note: '' }), [
      { user: { id: 'a' }, note: 'x' },
    ]);
    expect(rows).toEqual([{ user: User.fromJS({ id: 'a' }), note: 'x' }]);
  });

  it('can be nested', () => {
    const grid = readBack([[new Values(User)]], [[{ x: { id: 'a' } }], []]);
    expect(grid).toEqual([[{ x: User.fromJS({ id: 'a' }) }], []]);
  });

  it('runs a function on each item on read', () => {
    const { result, entities } = normalize([Date], ['2020-01-01', null]);
    expect(result).toEqual(['2020-01-01', null]);
    expect(denormalize([Date], result, entities)).toEqual([new Date('2020-01-01'), null]);
  });

  it('keeps items whose schema is a literal', () => {
    expect(readBack({ tags: [''] }, { tags: ['a', 'b'] })).toEqual({ tags: ['a', 'b'] });
  });

  it('leaves out objects that contain an invalid entity', () => {
    class Checked extends User {
      static override validate({ id }: { id?: string }) {
        return id === 'bad' ? 'is bad' : undefined;
      }
    }
    const { result, entities } = normalize(
      [{ user: User }],
      [{ user: { id: 'bad' } }, { user: { id: 'a' } }],
    );
    expect(denormalize([{ user: Checked }], result, entities)).toEqual([
      { user: Checked.fromJS({ id: 'a' }) },
    ]);
  });
});
