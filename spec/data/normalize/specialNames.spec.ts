import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { copyMembers } from '../../../src/shared/copyMembers.ts';
import { shareStructure } from '../../../src/shared/shareStructure.ts';
import { readBack } from '../schema/readBack.ts';

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

/** Like `JSON.parse` of hostile text: the object has an own member called `__proto__`. */
const hostile = <T extends object>(members: T): T =>
  JSON.parse(JSON.stringify(members).replace(/}$/, ', "__proto__": { "isAdmin": true } }')) as T;

const everything = Reflect.ownKeys(Object.prototype);

afterEach(() => {
  const now = Reflect.ownKeys(Object.prototype);
  if (now.length !== everything.length) throw new Error(`Object.prototype has ${now.join(', ')}.`);
});

describe.each(names)('%p', (name) => {
  it('is an ordinary id', () => {
    const { result, entities } = normalize([User], [{ id: name, name: 'x' }, { id: 'other' }]);
    expect(result).toEqual([name, 'other']);
    const [user] = denormalize([User], result, entities)!;
    expect(user).toBeInstanceOf(User);
    expect(user).toEqual(User.fromJS({ id: name, name: 'x' }));
    expect(readBack(new All(User), [{ id: name }])?.[0]?.pk()).toBe(name);
  });

  it('is a missing entity if the response has no such id', () => {
    const { entities } = normalize([User], [{ id: 'a' }]);
    expect(denormalize(User, name, entities)).toBeUndefined();
    expect(denormalize([User], [name, 'a'], entities)).toHaveLength(1);
  });

  it('is an ordinary entity key', () => {
    class Odd extends Entity {
      id = '';
      static override key = name;
    }
    const { result, entities } = normalize([Odd], [{ id: 'a' }]);
    expect([...entities.keys()]).toEqual([name]);
    expect(denormalize([Odd], result, entities)?.[0]).toBeInstanceOf(Odd);
    expect(denormalize(Odd, 'a', new Map())).toBeUndefined();
  });

  it('is an ordinary value of an attribute', () => {
    const mapping = Object.fromEntries([[name, User]]) as Record<string, typeof User>;
    const item = { id: 'a', name };
    for (const schema of [new All(mapping, 'name'), [new Union(mapping, 'name')]]) {
      expect((readBack(schema, [item]) as User[])[0]).toBeInstanceOf(User);
    }
  });

  it('is an ordinary name of a map', () => {
    const map = Object.fromEntries([[name, { id: 'a' }]]);
    const read = readBack(new Values(User), map)!;
    expect(Object.keys(read)).toEqual([name]);
    expect(read[name]).toBeInstanceOf(User);
  });

  it('is an ordinary name of a nested member, unless it is __proto__', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const schema = Object.fromEntries([[name, User]]);
    const input = Object.fromEntries([
      [name, { id: 'u' }],
      ['id', 'a'],
    ]);
    class Owner extends Entity {
      static override key = 'Owner';
      static override schema = schema;
    }
    const own = (value: object) => Object.getOwnPropertyDescriptor(value, name)?.value as unknown;
    for (const reader of [Owner, new ObjectSchema(schema)]) {
      const read = readBack(reader as typeof Owner, input)!;
      expect(Object.keys(read).sort()).toEqual(name === '__proto__' ? ['id'] : [name, 'id'].sort());
      expect(own(read) instanceof User).toBe(name !== '__proto__');
      expect(Object.keys(readBack(reader as typeof Owner, { id: 'a' })!)).toEqual(['id']);
    }
  });

  it('is an ordinary name of data without a schema', () => {
    const extra = Object.fromEntries([[name, [1]]]);
    const read = readBack({ extra: User }, { extra: { id: 'a', data: extra } })!;
    expect((read.extra as unknown as { data: unknown }).data).toBe(extra);
  });
});

describe('an own member called __proto__', () => {
  it('never becomes the prototype of an entity', () => {
    class Trusting extends User {
      static override process(input: object) {
        return input;
      }
    }
    for (const schema of [User, Trusting]) {
      const { result, entities } = normalize(schema, hostile({ id: 'a' }));
      const record = entities.get('User')!.get('a')!;
      expect(Object.keys(record)).toEqual(['id']);
      expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
      const user = denormalize(schema, result, entities)!;
      expect(Object.getPrototypeOf(user)).toBe(schema.prototype);
      expect((user as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    }
  });

  it('never becomes the prototype of merged records', () => {
    const merged = User.merge({ id: 'a' }, copyMembers(hostile({ id: 'a', name: 'x' })));
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    const responses = [hostile({ id: 'a', name: 'x' }), hostile({ id: 'a', name: 'y' })];
    const record = normalize([User], responses).entities.get('User')!.get('a')!;
    expect(record).toEqual({ id: 'a', name: 'y' });
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });

  it('never becomes the prototype of objects and maps', () => {
    const page = readBack({ user: User }, hostile({ user: { id: 'a' } }))!;
    expect(Object.getPrototypeOf(page)).toBe(Object.prototype);
    expect(Object.keys(page)).toEqual(['user']);
    const map = readBack(new Values(''), hostile({ a: 1 }))!;
    expect((map as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(Object.keys(map)).toEqual(['a', '__proto__']);
  });

  it('never becomes a prototype when structures are shared', () => {
    const before = { list: [hostile({ a: { x: 1 }, b: { y: 1 } })] };
    const after = { list: [hostile({ a: { x: 1 }, b: { y: 2 } })] };
    const shared = shareStructure(before, after);
    expect(shared.list[0].a).toBe(before.list[0].a);
    expect(Object.getPrototypeOf(shared.list[0])).toBe(Object.prototype);
    expect(Object.keys(shared.list[0])).toEqual(['a', 'b', '__proto__']);
  });

  it('stays in items without a mapped class', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const item = hostile({ id: 'a', name: 'ad' });
    const [read] = readBack(new All({ user: User }, 'name'), [item]) as [object];
    expect(read).toBe(item);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    warn.mockRestore();
  });
});
