import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { failureOf } from './failureOf.ts';
import { FeedItem, Link, link } from './feedItems.ts';
import { readBack } from './readBack.ts';

class User extends Entity {
  id = '';
  name = '';
  bio: string | null = null;
  static override key = 'User';
}

const recordOf = (schema: unknown, input: unknown, args?: readonly unknown[]) => {
  const [rows] = normalize(schema, input, args).entities.values();
  return [...rows.values()][0] as Record<string, unknown>;
};

describe('an entity', () => {
  it('is stored as a plain record of the response, without defaults', () => {
    const record = recordOf(User, { id: 'a', extra: [1] });
    expect(record).toEqual({ id: 'a', extra: [1] });
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });

  it('reads as an instance with defaults, methods and getters', () => {
    class Person extends User {
      get upper() {
        return this.name.toUpperCase();
      }
      greet() {
        return `Hello ${this.name}`;
      }
    }
    const person = readBack(Person, { id: 'a', name: 'Ann' })!;
    expect(person).toBeInstanceOf(Person);
    expect([person.upper, person.greet(), person.pk(), person.bio]).toEqual([
      'ANN',
      'Hello Ann',
      'a',
      null,
    ]);
    expect(Object.keys(person)).toEqual(['id', 'name', 'bio']);
  });

  it('may be abstract, with subclasses that fix the type of a member', () => {
    expect(readBack(FeedItem, link(1))).toEqual(Object.assign(new Link(), link(1)));
    const read = readBack(Link, link(1))!;
    expect(read.type).toBe('link');
    expect(Object.keys(read)).toEqual(['id', 'url', 'title', 'type']);
  });

  it.each([
    [[], 'an array'],
    [[{ id: 'a' }], 'an array'],
    ['text', 'a string'],
    ['{"id":"a"}', 'a string that looks like JSON (was it parsed?)'],
    [5, 'a number'],
    [false, 'a boolean'],
  ])('cannot be made from %j', (input, got) => {
    const { code, message } = failureOf(() => normalize(User, input));
    expect(code).toBe('SB_ANSWER_SHAPE');
    expect(message).toContain(`at $: Expected an object for entity User, got ${got}.`);
  });

  it('cannot be made from a nested array', () => {
    const { message } = failureOf(() => normalize({ user: User }, { user: [] }));
    expect(message).toContain('at $.user: Expected an object for entity User, got an array');
  });
});

describe('key', () => {
  it('is the name of the class by default, also in subclasses', () => {
    class Account extends Entity {}
    class Admin extends Account {}
    expect([Account.key, Admin.key]).toEqual(['Account', 'Admin']);
  });

  it('is the static key if there is one, also in subclasses', () => {
    class Account extends Entity {
      static override key = 'accounts';
    }
    class Admin extends Account {}
    expect([Account.key, Admin.key]).toEqual(['accounts', 'accounts']);
  });

  it('may be assigned, as some compilers do for class fields', () => {
    class Account extends Entity {}
    class Other extends Entity {}
    (Account as { key: string }).key = 'accounts';
    expect([Account.key, Other.key]).toEqual(['accounts', 'Other']);
    expect(Object.keys(Account)).toContain('key');
  });

  it.each(['t', 'E', '$', 'e2', '_t', 'at'])(
    'warns once if the class name %s looks minified and stands in for a static key',
    (name) => {
      const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
      const small = class extends Entity {};
      const declared = class extends Entity {};
      Object.defineProperty(small, 'name', { value: name });
      Object.defineProperties(declared, { name: { value: name }, key: { value: name } });
      expect([small.key, small.key, declared.key]).toEqual([name, name, name]);
      expect(warn.mock.calls).toEqual([
        [
          expect.stringMatching(
            /^streambed: .* looks minified\. \[SB_ENTITY_KEY_MINIFIED\] Declare /,
          ),
        ],
      ]);
      expect(warn.mock.calls[0][0]).toContain(`entity ${name} `);
      warn.mockRestore();
    },
  );

  it.each(['Ad', 'TV', 'Tag'])('does not warn of the class name %s', (name) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const short = class extends Entity {};
    Object.defineProperty(short, 'name', { value: name });
    expect(short.key).toBe(name);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('is required if the class has no name', () => {
    const classes = [
      class extends Entity {
        id = '';
        title = '';
      },
    ];
    Object.defineProperty(classes[0], 'name', { value: '' });
    const { code, message } = failureOf(() => normalize(classes[0], { id: 'a' }));
    expect(code).toBe('SB_ENTITY_KEY_MISSING');
    expect(message).toContain('(fields: id, title)');
  });
});

describe('process', () => {
  it('copies by default and does not change the input', () => {
    const input = Object.freeze({ id: 'a', tags: Object.freeze(['x']) });
    const processed = User.process(input, undefined, undefined, []);
    expect(processed).toEqual(input);
    expect(processed).not.toBe(input);
  });

  it('makes the record that pk() and validate() get', () => {
    const seen: unknown[] = [];
    class Renamed extends User {
      static override process(input: { key?: string; name?: string }) {
        return { id: input.key, name: input.name?.trim() };
      }
      static override validate(processed: object) {
        seen.push(processed);
        return undefined;
      }
    }
    expect(recordOf(Renamed, { key: 'a', name: ' Ann ' })).toEqual({ id: 'a', name: 'Ann' });
    expect(seen).toEqual([{ id: 'a', name: 'Ann' }]);
  });

  it('gets the input, the parent, the name of the member, and the arguments', () => {
    const process = jest.fn(
      (input: object, _parent: unknown, _key: string, _args: readonly unknown[]) => input,
    );
    class Watched extends User {
      static override process = process;
    }
    const answer = { user: { id: 'a' } };
    normalize({ user: Watched }, answer, [1, 2]);
    expect(process.mock.calls).toEqual([[{ id: 'a' }, answer, 'user', [1, 2]]]);
    expect(process.mock.calls[0][0]).toBe(answer.user);
    expect(process.mock.calls[0][1]).toBe(answer);
  });

  it('gives nested entities their processed parent, with its members as in the response', () => {
    const parents: unknown[] = [];
    class Child extends User {
      static override process(input: object, parent: unknown) {
        parents.push({ ...(parent as object) });
        return { ...input };
      }
    }
    class Parent extends Entity {
      id = '';
      first = User.fromJS();
      second = User.fromJS();
      static override key = 'Parent';
      static override schema = { first: Child, second: Child };
      static override process(input: object) {
        return { ...input, processed: true };
      }
    }
    normalize(Parent, { id: 'p', first: { id: 'a' }, second: { id: 'b' } });
    const parent = { id: 'p', first: { id: 'a' }, second: { id: 'b' }, processed: true };
    expect(parents).toEqual([parent, parent]);
  });

  it('may return its input, which stays unchanged', () => {
    class Same extends Entity {
      id = '';
      friend: Same | null = null;
      static override key = 'Same';
      static override get schema() {
        return { friend: Same };
      }
      static override process(input: object) {
        return input;
      }
    }
    const input = Object.freeze({ id: 'a', friend: Object.freeze({ id: 'b' }) });
    expect(recordOf([Same], [{ id: 'b' }, input])).toEqual({ id: 'b' });
    expect(readBack(Same, input)?.friend).toEqual(Same.fromJS({ id: 'b' }));
    expect(input).toEqual({ id: 'a', friend: { id: 'b' } });
  });

  it('makes records from tuples, alone and in lists, objects and unions', () => {
    class Candle extends Entity {
      id = 0;
      close = 0;
      static override key = 'Candle';
      static override process([id, close]: [number, number]) {
        return { id, close };
      }
    }
    const candle = Candle.fromJS({ id: 7, close: 1.5 });
    expect(readBack(Candle, [7, 1.5])).toEqual(candle);
    expect(readBack([Candle], [[7, 1.5]])).toEqual([candle]);
    expect(readBack({ last: Candle }, { last: [7, 1.5] })).toEqual({ last: candle });
    expect(readBack(new Values(Candle), { a: [7, 1.5] })).toEqual({ a: candle });
    const union = new Union({ '7': Candle }, (item) => String(Object.values(item)[0]));
    expect(readBack(union, [7, 1.5])).toEqual(candle);
  });

  it.each<[string, unknown]>([
    ['an array', [1]],
    ['a string', 'a'],
    ['null', null],
  ])('must not return %s', (shape, made) => {
    class Wrong extends User {
      static override process() {
        return made as object;
      }
    }
    const { code, message } = failureOf(() => normalize([Wrong], [{ id: 'a' }]));
    expect(code).toBe('SB_ANSWER_SHAPE');
    expect(message).toContain(`at $[0]: process() of User returned ${shape}, not an object.`);
  });

  it.each<[string, unknown]>([
    ['a string', 'ok'],
    ['a number', 1],
    ['a boolean', true],
  ])('does not get %s, which is rejected', (shape, answer) => {
    const process = jest.fn((input: object) => input);
    class Watched extends User {
      static override process = process;
    }
    const { code, message } = failureOf(() => normalize(Watched, answer));
    expect([code, process.mock.calls]).toEqual(['SB_ANSWER_SHAPE', []]);
    expect(message).toContain(`got ${shape}.`);
  });

  it('removes the entity with the primary key of the input by returning undefined', () => {
    class Leaving extends User {
      static override process(input: { deleted?: boolean }) {
        return input.deleted ? undefined : { ...input };
      }
    }
    const { entities, result } = normalize(
      [Leaving],
      [{ id: 'a' }, { id: 'b' }, { id: 'a', deleted: true }],
    );
    expect([...entities.get('User')!.keys()]).toEqual(['b']);
    expect(result).toEqual(['a', 'b', 'a']);
  });
});

describe('merge', () => {
  it('combines several parts of one response about the same entity', () => {
    const records = normalize(
      [User],
      [
        { id: 'a', name: 'Ann', bio: 'x' },
        { id: 'a', bio: undefined, age: 5 },
      ],
    ).entities.get('User')!;
    expect(records.get('a')).toEqual({ id: 'a', name: 'Ann', bio: 'x', age: 5 });
  });

  it('clears a member with null and keeps it with undefined', () => {
    const before = { id: 'a', bio: 'x' };
    expect(User.merge(before, { id: 'a', bio: null })).toEqual({ id: 'a', bio: null });
    expect(User.merge(before, { id: 'a', bio: undefined })).toBe(before);
  });

  it('may be overridden', () => {
    class Counter extends User {
      static override merge(existing: { n: number }, incoming: { n: number }) {
        return { ...existing, n: existing.n + incoming.n };
      }
    }
    const rows = normalize(
      [Counter],
      [
        { id: 'a', n: 1 },
        { id: 'a', n: 2 },
      ],
    ).entities.get('User')!;
    expect(rows.get('a')).toEqual({ id: 'a', n: 3 });
  });
});

describe('merging with the stored record', () => {
  const older = { seq: 1, fetchedAt: 1, receivedAt: 2, expiresAt: 3 };
  const newer = { seq: 2, fetchedAt: 4, receivedAt: 5, expiresAt: 6 };
  const a = { id: 'a', name: 'A', x: 1 };
  const b = { id: 'a', name: 'B', y: 1 };

  it('lets the later seq win, whatever the clock says', () => {
    expect(User.mergeWithStore(older, newer, a, b)).toEqual({ id: 'a', name: 'B', x: 1, y: 1 });
    expect(User.mergeWithStore(newer, older, a, b)).toEqual({ id: 'a', name: 'A', x: 1, y: 1 });
    const skewed = { ...older, fetchedAt: 9, receivedAt: 9, expiresAt: 9 };
    expect(User.mergeWithStore(newer, skewed, a, b)).toMatchObject({ name: 'A' });
    expect(User.mergeMetaWithStore(older, newer, a, b)).toBe(newer);
    expect(User.mergeMetaWithStore(newer, skewed, a, b)).toBe(newer);
  });

  it('keeps the stored record if shouldUpdate returns false', () => {
    class Fixed extends User {
      static override shouldUpdate() {
        return false;
      }
    }
    expect(Fixed.mergeWithStore(older, newer, a, b)).toBe(a);
  });

  it('uses shouldReorder, for example to compare versions of the server', () => {
    class Versioned extends User {
      static override shouldReorder(_e: unknown, _i: unknown, existing: object, incoming: object) {
        return (incoming as { v: number }).v < (existing as { v: number }).v;
      }
    }
    const v2 = { id: 'a', v: 2 };
    const v1 = { id: 'a', v: 1, extra: 1 };
    expect(Versioned.mergeWithStore(older, newer, v2, v1)).toEqual({ id: 'a', v: 2, extra: 1 });
    expect(Versioned.mergeMetaWithStore(older, newer, v2, v1)).toBe(older);
    expect(Versioned.mergeMetaWithStore(newer, older, v1, v2)).toBe(older);
  });
});

describe('validate', () => {
  class Checked extends User {
    static override validate(processed: { name?: string }) {
      return processed.name === '' ? 'the name is empty' : undefined;
    }
  }

  it('rejects the whole response on write, with the reason', () => {
    const { code, message } = failureOf(() =>
      normalize(
        [Checked],
        [
          { id: 'a', name: 'Ann' },
          { id: 'b', name: '' },
        ],
      ),
    );
    expect(code).toBe('SB_ENTITY_INVALID');
    expect(message).toContain('at $[1]: User b: the name is empty.');
  });

  it('hides the entity on read', () => {
    const { result, entities } = normalize(User, { id: 'a', name: '' });
    expect(denormalize(User, result, entities)).toBeInstanceOf(User);
    expect(denormalize(Checked, result, entities)).toBeUndefined();
  });
});

describe('fromJS', () => {
  it('returns an instance with the defaults, overwritten by the given members', () => {
    const user = User.fromJS({ id: 'a' });
    expect(user).toBeInstanceOf(User);
    expect(Object.entries(user)).toEqual([
      ['id', 'a'],
      ['name', ''],
      ['bio', null],
    ]);
    expect(User.fromJS()).toEqual(new User());
  });

  it('works for abstract classes', () => {
    expect(FeedItem.fromJS({ id: 3 })).toBeInstanceOf(FeedItem);
    expect(FeedItem.fromJS({ id: 3 }).pk()).toBe('3');
  });

  it('never takes a prototype from the given members', () => {
    const user = User.fromJS(JSON.parse('{ "id": "a", "__proto__": { "isAdmin": true } }'));
    expect(user).toBeInstanceOf(User);
    expect((user as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

it('freezes the schema that classes without their own share', () => {
  class Plain extends Entity {}
  expect(() => {
    (Plain.schema as Record<string, unknown>)['user'] = User;
  }).toThrow(TypeError);
});
