import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { deepFreeze } from '../../../src/shared/deepFreeze.ts';
import { failureOf } from '../schema/failureOf.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

class Article extends Entity {
  id = '';
  author = User.fromJS();
  readers: User[] = [];
  at = new Date(0);
  static override key = 'Article';
  static override schema = { author: User, readers: [User], at: Date };
}

describe('normalize', () => {
  it('returns the pks in the shape of the response, and every entity once', () => {
    const ann = { id: 'a', name: 'Ann' };
    const { result, entities } = normalize(
      { article: Article, total: 0 },
      { article: { id: 1, author: ann, readers: [ann, { id: 'b' }], at: '2020' }, total: 3 },
    );
    expect(result).toEqual({ article: '1', total: 3 });
    expect(entities).toEqual(
      new Map<string, unknown>([
        [
          'User',
          new Map<string, object>([
            ['a', ann],
            ['b', { id: 'b' }],
          ]),
        ],
        ['Article', new Map([['1', { id: 1, author: 'a', readers: ['a', 'b'], at: '2020' }]])],
      ]),
    );
  });

  it.each([[undefined], [null], [Number]])(
    'returns the response unchanged if the schema is %p',
    (none: unknown) => {
      const response = { a: 1 };
      expect(normalize(none, response)).toEqual({ result: response, entities: new Map() });
      expect(normalize(none, response).result).toBe(response);
      expect(normalize(none, null).result).toBeNull();
    },
  );

  it.each([[undefined], [null]])('rejects the response %p if there is a schema', (response) => {
    for (const schema of [User, [User], { user: User }, new Values(User)]) {
      const { code, message } = failureOf(() => normalize(schema, response));
      expect(code).toBe('SB_ANSWER_EMPTY');
      expect(message).toContain(`normalize: at $: The response is ${response}.`);
    }
  });

  it('keeps null, undefined and bare ids in place of nested entities', () => {
    const { entities } = normalize(
      [Article],
      [
        { id: 1, author: null },
        { id: 2, author: undefined },
        { id: 3, author: 'a' },
        { id: 4, author: 0, readers: [5, 'b'] },
      ],
    );
    expect([...entities.get('Article')!.values()]).toEqual([
      { id: 1, author: null },
      { id: 2, author: undefined },
      { id: 3, author: 'a' },
      { id: 4, author: '0', readers: ['5', 'b'] },
    ]);
    expect(entities.has('User')).toBe(false);
  });

  it('keeps members that the class does not declare', () => {
    expect(
      normalize(User, { id: 'a', extra: { x: [1] } })
        .entities.get('User')!
        .get('a'),
    ).toEqual({
      id: 'a',
      extra: { x: [1] },
    });
  });

  it('keeps dates, maps and other instances as they are in members without a schema', () => {
    const input = { id: 'a', at: new Date(0), map: new Map(), list: [new Set()] };
    const record = normalize(User, input).entities.get('User')!.get('a') as typeof input;
    expect(record).toEqual(input);
    for (const name of ['at', 'map', 'list'] as const) expect(record[name]).toBe(input[name]);
  });

  it('accepts responses with very many items', () => {
    const input = Array.from({ length: 200_000 }, (_, id) => (id % 2 ? { id, type: 'user' } : {}));
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const all = new All({ user: User }, 'type' as 'id');
    const { result, entities } = normalize(all, input);
    expect(denormalize(all, result, entities)).toHaveLength(200_000);
    warn.mockRestore();
  });

  it('accepts frozen input and changes nothing in it', () => {
    const input = {
      all: [{ id: 'a', type: 'user' }, { type: 'ad' }],
      article: { id: 1, author: { id: 'a' }, readers: [{ id: 'b' }] },
      map: { x: { id: 'c' } },
      top: { id: 'd', type: 'user' },
    };
    const copy = structuredClone(input);
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const mapping = { user: User };
    const schema = {
      all: new All(mapping, 'type' as 'id'),
      article: Article,
      map: new Values(User),
      top: new Union(mapping, 'type' as 'id'),
    };
    normalize(schema, input);
    expect(input).toEqual(copy);
    expect(() => normalize(schema, deepFreeze(input))).not.toThrow();
    warn.mockRestore();
  });

  it('accepts instances and denormalized values', () => {
    const author = User.fromJS({ id: 'a', name: 'Ann' });
    const article = Article.fromJS({ id: '1', author, readers: [author] });
    const { result, entities } = normalize(Article, article);
    expect(result).toBe('1');
    expect(entities.get('User')).toEqual(new Map([['a', { id: 'a', name: 'Ann' }]]));
    expect(entities.get('Article')!.get('1')).toMatchObject({ author: 'a', readers: ['a'] });
  });

  it('passes the arguments to user code', () => {
    class Scoped extends Entity {
      override pk(_parent?: unknown, _key?: string, args?: readonly unknown[]) {
        return String(args?.[0]);
      }
      static override key = 'Scoped';
    }
    expect(normalize(Scoped, {}, ['x']).result).toBe('x');
    expect(normalize({ deep: [Scoped] }, { deep: [{}] }, ['x']).result).toEqual({ deep: ['x'] });
  });

  it('throws the errors of user code', () => {
    const problem = new Error('mine');
    class Throwing extends User {
      static override process(): object {
        throw problem;
      }
    }
    expect(() => normalize([Throwing], [{ id: 'a' }])).toThrow(problem);
  });

  it('describes text input in the error message', () => {
    const { message } = failureOf(() => normalize([User], '[{"id":"a"}]'));
    expect(message).toContain('Expected an array for [User], got a string that looks like JSON');
  });
});
