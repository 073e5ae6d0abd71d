import { Entity } from '../../src/schema/Entity.ts';
import { pkOfArgument } from '../../src/schema/pkOfArgument.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

class Strict extends Entity {
  slug = '';
  override pk() {
    return this.slug.toUpperCase();
  }
  static override key = 'Strict';
}

describe('pkOfArgument', () => {
  it('takes a bare id as it is', () => {
    expect(pkOfArgument(User, 'a', ['a'])).toBe('a');
    expect(pkOfArgument(User, 0, [0])).toBe('0');
    expect(pkOfArgument(User, '', [''])).toBeUndefined();
  });

  it('makes the key of an object with the pk() of the entity, which is given the arguments', () => {
    class Scoped extends User {
      override pk(_parent?: unknown, _key?: string, args?: readonly unknown[]) {
        return `${this.id}@${String(args?.[1])}`;
      }
    }
    expect(pkOfArgument(User, { id: 5 }, [{ id: 5 }])).toBe('5');
    expect(pkOfArgument(Scoped, { id: 5 }, [{ id: 5 }, 'eu'])).toBe('5@eu');
  });

  it('finds none where there is no argument', () => {
    expect(pkOfArgument(User, undefined, [])).toBeUndefined();
    expect(pkOfArgument(User, null, [null])).toBeUndefined();
  });

  it('finds none where pk() cannot cope with the argument', () => {
    expect(pkOfArgument(Strict, { page: 1 }, [{ page: 1 }])).toBeUndefined();
    expect(pkOfArgument(Strict, { slug: 'a' }, [{ slug: 'a' }])).toBe('A');
  });
});
