import { normalize } from '../../../src/data/normalize/normalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { failureOf } from './failureOf.ts';

class User extends Entity {
  id: unknown = '';
  static override key = 'User';
  override pk() {
    return this.id as string;
  }
}

const keysOf = (schema: unknown, input: unknown, args?: readonly unknown[]) => {
  const [rows] = normalize(schema, input, args).entities.values();
  return [...rows.keys()];
};

describe('the primary key of an entity', () => {
  it('is the member id if the class has no pk()', () => {
    class Plain extends Entity {
      static override key = 'Plain';
    }
    expect(keysOf(Plain, { id: 'a' })).toEqual(['a']);
    expect(normalize(Plain, { id: 7 }).result).toBe('7');
  });

  it.each([
    [0, '0'],
    [-0, '0'],
    ['0', '0'],
    [1.5, '1.5'],
    [9007199254740993n, '9007199254740993'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
  ])('may be %p', (id, pk) => {
    const { result, entities } = normalize(User, { id });
    expect(result).toBe(pk);
    expect(entities.get('User')!.get(pk)).toEqual({ id });
  });

  it('is the same for a number and its text', () => {
    expect(keysOf([User], [{ id: 5 }, { id: '5' }])).toEqual(['5']);
  });

  it.each([[undefined], [null], [''], [NaN], [Infinity], [true], [{ a: 1 }], [['a']]])(
    'cannot be %p',
    (id) => {
      const { code, message } = failureOf(() => normalize({ users: [User] }, { users: [{ id }] }));
      expect(code).toBe('SB_PK_MISSING');
      expect(message).toBe(
        'normalize: at $.users[0]: User has no usable primary key (members: id). [SB_PK_MISSING] ' +
          'Return a non-empty string or a finite number from pk(), or declare pk() if the id is not in `id`.',
      );
    },
  );

  it.each([[undefined], [null], [NaN], [{ a: 1 }]])(
    'cannot be the text of %p in a template literal',
    (id) => {
      class Templated extends User {
        override pk() {
          return this.id as string;
        }
      }
      expect(failureOf(() => normalize(Templated, { id })).code).toBe('SB_PK_MISSING');
      expect(keysOf(Templated, { id: 0 })).toEqual(['0']);
    },
  );

  it('may be the text "null" if a member has this value', () => {
    expect(keysOf(User, { id: 'null' })).toEqual(['null']);
  });

  it('names at most ten members of the input if it is missing', () => {
    const wide = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`m${i}`, i]));
    const { message } = failureOf(() => normalize(User, wide));
    expect(message).toContain('(members: m0, m1, m2, m3, m4, m5, m6, m7, m8, m9)');
    expect(failureOf(() => normalize(User, {})).message).toContain('(members: none)');
  });

  it('may combine several members', () => {
    class Membership extends Entity {
      override pk() {
        const { team, user } = this as unknown as Record<string, string>;
        return `${team}/${user}`;
      }
      static override key = 'Membership';
    }
    expect(keysOf(Membership, { team: 't', user: 'u' })).toEqual(['t/u']);
  });

  it('may use the parent, the name of the member, and the arguments', () => {
    const calls: unknown[][] = [];
    class Rate extends Entity {
      override pk(parent?: unknown, key?: string, args?: readonly unknown[]) {
        calls.push([parent, key, args]);
        return `${key}@${String(args?.[0])}`;
      }
      static override key = 'Rate';
    }
    const map = { USD: { value: 1 } };
    const args = ['2020'];
    expect(keysOf(new Values(Rate), map, args)).toEqual(['USD@2020']);
    expect(calls).toEqual([[map, 'USD', args]]);
    expect(calls[0][0]).toBe(map);
  });

  describe('with a name that only the place or the arguments know', () => {
    const calls: unknown[][] = [];
    class Stats extends Entity {
      override pk(_parent?: unknown, key?: string, args?: readonly unknown[]) {
        return key ?? (args?.[0] as { code: string } | undefined)?.code;
      }
      static override process(input: object, parent: unknown, key: string | undefined) {
        calls.push([parent, key]);
        return { ...input };
      }
      static override key = 'Stats';
    }
    const stats = { last: 1 };
    const list = [stats];
    const map = { EUR: stats };
    const lists = { all: list };
    const args = [{ code: 'CHF' }];
    const kinds = { stats: Stats };
    const kind = () => 'stats';

    it.each<[string, unknown, unknown, string, unknown, string | undefined]>([
      ['a response', Stats, stats, 'CHF', stats, undefined],
      [
        'a response of one of several classes',
        new Union(kinds, kind),
        stats,
        'CHF',
        stats,
        undefined,
      ],
      ['an item of a list', [Stats], list, 'CHF', list, undefined],
      [
        'an item of a list of several classes',
        new ArraySchema(kinds, kind),
        list,
        'CHF',
        list,
        undefined,
      ],
      ['an item of all', new All(Stats), list, 'CHF', list, undefined],
      ['an item of a collection', new Collection([Stats]), list, 'CHF', list, undefined],
      ['a pushed item', new Collection([Stats]).push, stats, 'CHF', stats, undefined],
      ['a member of a map', new Values(Stats), map, 'EUR', map, 'EUR'],
      ['an assigned member', new Collection(new Values(Stats)).assign, map, 'EUR', map, 'EUR'],
      ['an item of a list in an object', { all: [Stats] }, lists, 'all', lists, 'all'],
    ])('is that of %s', (_, schema, input, pk, parent, key) => {
      calls.length = 0;
      const rows = normalize(schema, input, args).entities.get('Stats');
      expect([...rows!.keys()]).toEqual([pk]);
      expect(calls).toEqual([[parent, key]]);
      expect(calls[0][0]).toBe(parent);
    });
  });

  it('is computed from the processed members, without the methods of the class', () => {
    const receivers: unknown[] = [];
    class Seen extends Entity {
      override pk() {
        receivers.push(this);
        return 'x';
      }
      static override key = 'Seen';
    }
    normalize(Seen, { a: 1 });
    expect(receivers).toEqual([{ a: 1 }]);
    expect(receivers[0]).not.toBeInstanceOf(Seen);
  });

  it('is the result of the instance method if static pk is called', () => {
    expect(User.pk({ id: 'a' })).toBe('a');
  });

  it('may be overridden as a static', () => {
    class Sluggish extends Entity {
      static override key = 'Sluggish';
      static override pk(value: { slug?: string }) {
        return value.slug;
      }
    }
    expect(keysOf(Sluggish, { slug: 's' })).toEqual(['s']);
  });
});
