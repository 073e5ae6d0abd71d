import { Entity } from '../../../../src/data/schema/Entity.ts';
import { pkOfArgument } from '../../../../src/data/schema/entity/usablePk.ts';

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
  it('returns a bare id', () => {
    expect(pkOfArgument(User, 'a', ['a'])).toBe('a');
    expect(pkOfArgument(User, 0, [0])).toBe('0');
    expect(pkOfArgument(User, '', [''])).toBeUndefined();
  });

  it('calls pk() of the entity with an object and the arguments', () => {
    class Scoped extends User {
      override pk(_parent?: unknown, _key?: string, args?: readonly unknown[]) {
        return `${this.id}@${String(args?.[1])}`;
      }
    }
    expect(pkOfArgument(User, { id: 5 }, [{ id: 5 }])).toBe('5');
    expect(pkOfArgument(Scoped, { id: 5 }, [{ id: 5 }, 'eu'])).toBe('5@eu');
  });

  it('finds none without an argument', () => {
    expect(pkOfArgument(User, undefined, [])).toBeUndefined();
    expect(pkOfArgument(User, null, [null])).toBeUndefined();
  });

  it('finds none if pk() throws for the argument', () => {
    expect(pkOfArgument(Strict, { page: 1 }, [{ page: 1 }])).toBeUndefined();
    expect(pkOfArgument(Strict, { slug: 'a' }, [{ slug: 'a' }])).toBe('A');
  });
});
