import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { failureOf } from './failureOf.ts';
import { Link, link, Post, post } from './feedItems.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

describe('Values', () => {
  const users = new Values(User);

  it('keeps the names and makes entities of the values', () => {
    const { result } = normalize(users, { x: { id: 'a' }, y: 'b' });
    expect({ ...(result as object) }).toEqual({ x: 'a', y: 'b' });
    const read = readBack(users, { x: { id: 'a' } })!;
    expect(Object.keys(read)).toEqual(['x']);
    expect(read.x).toBeInstanceOf(User);
  });

  it('leaves out names whose value is null, undefined, missing or invalid', () => {
    class Checked extends User {
      static override validate({ id }: { id?: string }) {
        return id === 'bad' ? 'is bad' : undefined;
      }
    }
    const input = { a: null, b: undefined, c: 'gone', d: { id: 'bad' }, e: { id: 'e' } };
    const { result, entities } = normalize(users, input);
    expect(Object.keys(result as object)).toEqual(['c', 'd', 'e']);
    expect(Object.keys(denormalize(new Values(Checked), result, entities) ?? {})).toEqual(['e']);
  });

  it('keeps values that are zero, empty or false', () => {
    const numbers = new Values(Number);
    expect({ ...readBack(numbers, { zero: '0', one: 1 }) }).toEqual({ zero: 0, one: 1 });
    expect({ ...readBack(new Values(''), { a: '', b: false }) }).toEqual({ a: '', b: false });
  });

  it('gives pk() the map and the name', () => {
    class Rate extends Entity {
      value = 0;
      override pk(parent?: unknown, key?: string) {
        return `${Object.keys(parent as object).length}-${key}`;
      }
      static override key = 'Rate';
    }
    const { entities } = normalize(new Values(Rate), { USD: { value: 1 }, EUR: { value: 2 } });
    expect([...entities.get('Rate')!.keys()]).toEqual(['2-USD', '2-EUR']);
  });

  it('chooses the class of each value by an attribute, given the map and the name', () => {
    const byType = readBack(new Values({ link: Link, post: Post }, 'type'), {
      a: link(1),
      b: post(1),
    });
    expect([byType?.a?.constructor, byType?.b?.constructor]).toEqual([Link, Post]);
    const attribute = jest.fn((item: Link | Post, _parent: unknown, _key?: string) => item.type);
    const input = { a: link(1) };
    normalize({ map: new Values({ link: Link, post: Post }, attribute) }, { map: input });
    expect(attribute.mock.calls).toEqual([[link(1), input, 'a']]);
  });

  it('treats every name as data', () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '', '0'];
    const text = `{${names.map((name, i) => `${JSON.stringify(name)}: { "id": ${i} }`).join()}}`;
    const read = readBack(users, JSON.parse(text))!;
    expect(Object.keys(read).sort()).toEqual([...names].sort());
    for (const [i, name] of names.entries()) {
      expect(read[name]).toBeInstanceOf(User);
      expect(read[name].id).toBe(i);
    }
    expect(read['valueOf']).toBeUndefined();
    expect(({} as { id?: unknown }).id).toBeUndefined();
  });

  it.each([
    [[], 'an array'],
    ['x', 'a string'],
    [new Map(), 'an instance of a class'],
  ])('rejects %p', (input, got) => {
    const { code, message } = failureOf(() => normalize(users, input));
    expect(code).toBe('SB_ANSWER_SHAPE');
    expect(message).toContain(`Expected an object as map of values, got ${got}`);
  });

  it('names the path of an invalid value', () => {
    const { message } = failureOf(() => normalize({ map: users }, { map: { 'a b': {} } }));
    expect(message).toContain('$.map["a b"]: User has no usable primary key');
  });

  it('cannot be looked up', () => {
    const { entities } = normalize(users, { x: { id: 'a' } });
    expect(lookUp(users, [], entities).stored).toBeUndefined();
  });
});
