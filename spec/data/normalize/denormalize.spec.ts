import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { deepFreeze } from '../../../src/shared/deepFreeze.ts';
import { readBack } from '../schema/readBack.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
  static override validate({ name }: { name?: string }) {
    return name === 'bad' ? 'is bad' : undefined;
  }
}

class LaxUser extends Entity {
  id = '';
  static override key = 'User';
}

class Article extends Entity {
  id = '';
  author = User.fromJS();
  editor: User | undefined;
  readers: User[] = [];
  at = new Date(0);
  size = 0;
  static override key = 'Article';
  static override schema = {
    author: User,
    editor: User,
    readers: [User],
    at: (text: string) => new Date(text),
    size: Number,
  };
}

class LaxArticle extends Entity {
  id = '';
  static override key = 'Article';
  static override schema = { author: LaxUser, editor: LaxUser, readers: [LaxUser] };
}

const [good, bad] = [
  { id: 'g', name: 'Ann' },
  { id: 'b', name: 'bad' },
];

describe('denormalize', () => {
  it('turns the result back into values', () => {
    const article = readBack(Article, {
      id: '1',
      author: good,
      editor: good,
      readers: [good, { id: 'x' }],
      at: '2020-01-01',
      size: '5',
    })!;
    expect(article).toBeInstanceOf(Article);
    expect(article.author).toEqual(User.fromJS(good));
    expect(article.editor).toBe(article.author);
    expect(article.readers[0]).toBe(article.author);
    expect(article.readers).toHaveLength(2);
    expect(article.at).toEqual(new Date('2020-01-01'));
    expect(article.size).toBe(5);
  });

  it.each([[undefined], [null]])('returns the result unchanged if the schema is %p', (none) => {
    const result = { a: 1 };
    expect(denormalize(none, result, new Map())).toBe(result);
  });

  it.each([[undefined], [null]])('returns %p for %p', (nothing) => {
    for (const schema of [User, [User], { user: User }, Number]) {
      expect(denormalize(schema, nothing, new Map())).toBe(nothing);
    }
  });

  it('returns undefined for a missing entity', () => {
    expect(denormalize(User, 'x', new Map())).toBeUndefined();
    expect(denormalize(User, 'constructor', normalize([User], []).entities)).toBeUndefined();
    expect(denormalize(User, { id: 'x' }, new Map())).toBeUndefined();
  });

  it('returns undefined for an entity that is not valid', () => {
    const { result, entities } = normalize(LaxUser, bad);
    expect(denormalize(User, result, entities)).toBeUndefined();
  });

  it('keeps the defaults of members that the response does not have', () => {
    const article = readBack(Article, { id: '1' })!;
    expect(article).toEqual(Article.fromJS({ id: '1' }));
    expect(Object.keys(article)).toEqual(Object.keys(new Article()));
    expect(article.author).toBeInstanceOf(User);
  });

  it('keeps null of the response', () => {
    const article = readBack(Article, { id: '1', author: null, at: null, readers: null })!;
    expect([article.author, article.at, article.readers]).toEqual([null, null, null]);
  });

  it('has undefined for a missing nested entity', () => {
    const article = readBack(Article, { id: '1', author: 'x', editor: 'x', readers: ['x'] })!;
    expect([article.author, article.editor, article.readers]).toEqual([undefined, undefined, []]);
  });

  it('has the default of an optional member whose entity is missing or not valid', () => {
    class Draft extends Entity {
      id = '';
      author: User | null = null;
      item: User | null = null;
      static override key = 'Draft';
      static override schema = { author: User, item: new Union({ user: User }, () => 'user') };
    }
    class LaxDraft extends Entity {
      id = '';
      static override key = 'Draft';
      static override schema = {
        author: LaxUser,
        item: new Union({ user: LaxUser }, () => 'user'),
      };
    }
    expect(
      denormalize(Draft, '1', new Map([['Draft', new Map([['1', { author: 'x' }]])]])),
    ).toEqual(Draft.fromJS({}));
    const { result, entities } = normalize(LaxDraft, { id: '1', author: bad, item: bad });
    const draft = denormalize(Draft, result, entities)!;
    expect([draft.author, draft.item]).toEqual([null, null]);
  });

  it('hides an entity whose required member is not valid', () => {
    const { result, entities } = normalize(LaxArticle, { id: '1', author: bad });
    expect(denormalize(Article, result, entities)).toBeUndefined();
    expect(denormalize([Article], [result], entities)).toEqual([]);
  });

  it('leaves out an optional member that is not valid', () => {
    const { result, entities } = normalize(LaxArticle, {
      id: '1',
      author: good,
      editor: bad,
      readers: [bad, good],
    });
    const article = denormalize(Article, result, entities)!;
    expect('editor' in article).toBe(true);
    expect(article.editor).toBeUndefined();
    expect(article.readers).toEqual([article.author]);
  });

  it('does not set members that the class computes', () => {
    class Computed extends User {
      get upper() {
        return this.name.toUpperCase();
      }
    }
    const read = readBack(Computed, { ...good, upper: 'sent' })!;
    expect(read.upper).toBe('ANN');
    expect(Object.keys(read)).not.toContain('upper');
  });

  it('sets members that have a setter in the class', () => {
    class Celsius extends Entity {
      id = '';
      kelvin = 0;
      static override key = 'Celsius';
      get celsius() {
        return this.kelvin - 273;
      }
      set celsius(value: number) {
        this.kelvin = value + 273;
      }
    }
    expect(readBack(Celsius, { id: '1', celsius: 7 })?.kelvin).toBe(280);
  });

  it('keeps the method pk() if data has a member of that name', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const user = readBack(User, { id: 'a', pk: 5 })!;
    expect(user.pk()).toBe('a');
    expect(Object.keys(user)).toEqual(['id', 'name']);
  });

  it('reads a symbol as a missing entity, and keeps it without a schema', () => {
    const { entities } = normalize(User, { id: '1', name: 'Ann' });
    const mark = Symbol('mark');
    expect(denormalize(User, mark, entities)).toBeUndefined();
    expect(denormalize([User], ['1', mark], entities)).toHaveLength(1);
    expect(
      denormalize({ user: User, mark: undefined }, { user: '1', mark }, entities),
    ).toMatchObject({
      mark,
    });
  });

  it('changes neither result nor entities', () => {
    const schema = { articles: [Article], map: new Values(User) };
    const { result, entities } = normalize(schema, {
      articles: [{ id: '1', author: good, readers: [good] }],
      map: { x: good },
    });
    deepFreeze(result);
    for (const rows of entities.values()) for (const record of rows.values()) deepFreeze(record);
    const before = structuredClone([result, entities]);
    expect(denormalize(schema, result, entities)?.articles).toHaveLength(1);
    expect(structuredClone([result, entities])).toEqual(before);
  });

  it('makes new instances in each pass', () => {
    const { result, entities } = normalize(User, good);
    const first = denormalize(User, result, entities);
    expect(denormalize(User, result, entities)).toEqual(first);
    expect(denormalize(User, result, entities)).not.toBe(first);
  });

  it('passes the arguments to schemas', () => {
    const args = [{ page: 1 }];
    const seen: unknown[] = [];
    const schema = {
      normalize: (input: unknown) => input,
      denormalize(stored: unknown, delegate: { args: readonly unknown[] }) {
        seen.push(stored, delegate.args);
        return 'made';
      },
      queryKey: () => undefined,
    };
    expect(denormalize([schema], ['x'], new Map(), args)).toEqual(['made']);
    expect(seen).toEqual(['x', args]);
  });
});

describe('cycles of entities', () => {
  class Node extends Entity {
    id = '';
    name = '';
    next: Node | undefined;
    peers: Node[] = [];
    static override key = 'Node';
    static override get schema() {
      return { next: Node, peers: [Node] };
    }
  }

  it('keep their identity', () => {
    const a = readBack(Node, {
      id: 'a',
      next: { id: 'b', next: 'a', peers: ['a', 'b'] },
      peers: ['b', 'a'],
    })!;
    expect(a.next?.next).toBe(a);
    expect(a.next?.peers[0]).toBe(a);
    expect(a.next?.peers[1]).toBe(a.next);
    expect(a.peers).toEqual([a.next, a]);
    expect(readBack(Node, { id: 'self', next: 'self' })?.next?.next?.id).toBe('self');
  });

  it('are complete also if another entity was read first', () => {
    const [b, a] = readBack(
      [Node],
      [
        { id: 'b', name: 'B', next: 'a' },
        { id: 'a', name: 'A', next: 'b' },
      ],
    )!;
    expect([a.name, a.next, b.next]).toEqual(['A', b, a]);
    expect(a.next).toBe(b);
  });

  it('contain no instance of an entity that proved invalid', () => {
    class Owner extends Entity {
      id = '';
      item: Item | undefined;
      user = User.fromJS();
      static override key = 'Owner';
      static override get schema() {
        return { item: Item, user: User };
      }
    }
    class Item extends Entity {
      id = '';
      owner: Owner | undefined;
      all: Item[] = [];
      static override key = 'Item';
      static override get schema(): Record<string, unknown> {
        return { owner: Owner, all: allItems };
      }
    }
    const allItems = new All(Item);
    class LaxOwner extends Entity {
      id = '';
      static override key = 'Owner';
      static override schema = { item: Item, user: LaxUser };
    }
    const { entities } = normalize(LaxOwner, {
      id: 'o',
      item: { id: 'i', owner: 'o', all: [] },
      user: bad,
    });
    const read = denormalize(
      { list: [Owner], item: Item, all: allItems },
      { list: ['o'], item: 'i', all: {} },
      entities,
    )!;
    expect(read.list).toEqual([]);
    expect(read.item?.owner).toBeUndefined();
    expect(read.all).toHaveLength(1);
    expect(read.all?.[0]).toBe(read.item);
    expect(read.item?.all).toBe(read.all);
  });
});
