import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { lookUp } from './lookUp.ts';

class User extends Entity {
  id = '';
  name = '';
  email = '';
  static override key = 'User';
  static override indexes = ['name', 'email'] as const;
}

const { entities } = normalize(
  [User],
  [
    { id: 'a', name: 'Ann', email: 'a@x' },
    { id: 0, name: 'Zero', email: 'z@x' },
    { id: 'null', name: 'Null' },
  ],
);
const find = (...args: unknown[]) => lookUp(User, args, entities).stored;

describe('queryKey of Entity', () => {
  it('finds an entity by a bare id', () => {
    expect(find('a')).toBe('a');
    expect(find(0)).toBe('0');
    expect(find('0')).toBe('0');
    expect(find('null')).toBe('null');
  });

  it('finds an entity by the primary key of an object', () => {
    expect(find({ id: 'a' })).toBe('a');
    expect(find({ id: 0 })).toBe('0');
    expect(find({ id: 'a', name: 'other' })).toBe('a');
  });

  it('finds an entity by a declared index', () => {
    expect(find({ name: 'Ann' })).toBe('a');
    expect(find({ email: 'z@x' })).toBe('0');
    expect(find({ name: 'Nobody' })).toBeUndefined();
  });

  it('uses the first declared index that the argument has', () => {
    expect(find({ email: 'a@x', name: 'Zero' })).toBe('0');
  });

  it('finds nothing by members that are not indexes', () => {
    expect(find({ age: 5 })).toBeUndefined();
    expect(find({})).toBeUndefined();
  });

  it('finds no unknown entity', () => {
    expect(find('b')).toBeUndefined();
    expect(find({ id: 'b' })).toBeUndefined();
    expect(find('constructor')).toBeUndefined();
    expect(find('__proto__')).toBeUndefined();
  });

  it.each([[undefined], [null], [''], [NaN], [true]])('finds nothing by %p', (argument) => {
    expect(find(argument)).toBeUndefined();
  });

  it('finds nothing without arguments', () => {
    expect(find()).toBeUndefined();
  });

  it('uses the indexes if the primary key is a template literal of a missing value', () => {
    class Templated extends User {
      override pk() {
        return this.id;
      }
    }
    expect(lookUp(Templated, [{ name: 'Ann' }], entities).stored).toBe('a');
  });

  it('uses the indexes if pk() throws for the argument', () => {
    class Strict extends User {
      override pk() {
        return this.id.toLowerCase();
      }
    }
    expect(lookUp(Strict, [{ name: 'Ann' }], entities).stored).toBe('a');
    expect(lookUp(Strict, [{ id: 'A' }], entities).stored).toBe('a');
  });

  it('gives pk() all arguments', () => {
    class Scoped extends User {
      override pk(_parent?: unknown, _key?: string, args?: readonly unknown[]) {
        return String(args?.[1]);
      }
    }
    expect(lookUp(Scoped, [{}, 'a'], entities).stored).toBe('a');
  });

  it('finds a complete result', () => {
    expect(lookUp(User, ['a'], entities).complete).toBe(true);
  });
});
