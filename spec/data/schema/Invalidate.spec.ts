import { MapWriter, normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { failureOf } from './failureOf.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

const removal = new Invalidate(User);

/** The remaining users of a, b and 5. */
function left(schema: unknown, input: unknown, args: readonly unknown[] = []) {
  const walk = new MapWriter();
  const options = { args: args, subject: 'DELETE /users' };
  walk.run([User], [{ id: 'a' }, { id: 'b' }, { id: 5 }], options);
  walk.run(schema, input, options);
  return [...walk.entities.get('User')!.keys()];
}

describe('Invalidate', () => {
  it('removes the entity of the response', () => {
    expect(left(removal, { id: 'a', name: 'Ann' })).toEqual(['b', '5']);
  });

  it('removes the entity whose bare id is the response', () => {
    expect(left(removal, 'a')).toEqual(['b', '5']);
    expect(left(removal, 5)).toEqual(['a', 'b']);
  });

  it.each([[null], [undefined], [''], [{}], [true]])(
    'removes the entity of the first argument if the response is %p',
    (answer) => {
      expect(left(removal, answer, [{ id: 'a' }])).toEqual(['b', '5']);
      expect(left(removal, answer, [5])).toEqual(['a', 'b']);
    },
  );

  it('prefers the response to the argument', () => {
    expect(left(removal, { id: 'a' }, [{ id: 'b' }])).toEqual(['b', '5']);
  });

  it.each([['OK'], ['b'], [1], [0]])(
    'prefers the argument to a bare response, which may be a message or a count: %p',
    (answer) => {
      expect(left(removal, answer, [{ id: 'a' }])).toEqual(['b', '5']);
    },
  );

  it('prefers bare ids within a response to the argument', () => {
    expect(left([removal], ['a', 5], [{ id: 'b' }])).toEqual(['b']);
  });

  it('removes every entity of a list', () => {
    expect(left([removal], ['a', { id: 'b' }])).toEqual(['5']);
    expect(left({ removed: removal }, { removed: 'a' })).toEqual(['b', '5']);
  });

  it('fails if neither the response nor the arguments name an entity', () => {
    const { code, message } = failureOf(() => left(removal, null, [{ page: 1 }]));
    expect(code).toBe('SB_PK_MISSING');
    expect(message).toContain(
      'DELETE /users: at $: Neither the response nor the arguments say which User',
    );
  });

  it('reads as undefined', () => {
    expect(readBack(removal, { id: 'a' })).toBeUndefined();
  });

  it('cannot be looked up', () => {
    expect(lookUp(removal, ['a'], normalize(User, { id: 'a' }).entities).stored).toBeUndefined();
  });

  it('rejects anything but an entity', () => {
    // @ts-expect-error an instance is no class
    expect(failureOf(() => new Invalidate(new User())).code).toBe('SB_SCHEMA_INVALID');
  });
});

describe('Invalidate of several entity classes', () => {
  class Member extends Entity {
    id = '';
    type = '';
    isUser = true;
  }
  class Person extends Member {
    static override key = 'User';
  }
  class Group extends Member {
    static override key = 'Group';
  }
  const kinds = { user: Person, group: Group };
  const byMember = new Invalidate(kinds, 'type');
  const byFunction = new Invalidate(kinds, ({ isUser }: { isUser: boolean }) =>
    isUser ? 'user' : 'group',
  );

  /** The remaining entity keys of one user and one group with the same id. */
  function leftKinds(schema: unknown, input: unknown, args: readonly unknown[] = []) {
    const walk = new MapWriter();
    const options = { args: args, subject: 'DELETE /members' };
    walk.run({ user: Person, group: Group }, { user: { id: 'a' }, group: { id: 'a' } }, options);
    walk.run(schema, input, options);
    return [...walk.entities].flatMap(([kind, rows]) => (rows.size > 0 ? [kind] : []));
  }

  it('removes the entity of the class that the response names, by member or function', () => {
    expect(leftKinds(byMember, { id: 'a', type: 'group' })).toEqual(['User']);
    expect(leftKinds(byMember, { id: 'a', type: 'user' })).toEqual(['Group']);
    expect(leftKinds(byFunction, { id: 'a', isUser: true })).toEqual(['Group']);
  });

  it('uses the mapping and the attribute of a union', () => {
    const ofUnion = new Invalidate(new Union(kinds, 'type'));
    expect(leftKinds(ofUnion, { id: 'a', type: 'group' })).toEqual(['User']);
  });

  it('uses the first argument if the response names no class', () => {
    const args = [{ id: 'a', type: 'group' }];
    for (const answer of [null, {}, 'OK', { type: 'other' }]) {
      expect(leftKinds(byMember, answer, args)).toEqual(['User']);
    }
  });

  it('removes the one known entity with the primary key if neither names a class', () => {
    const remove = (id: string) => {
      const walk = new MapWriter();
      const options = { args: [{ id }], subject: 'DELETE /members' };
      walk.run([Person], [{ id: 'a' }], options);
      walk.run([Group], [{ id: 'b' }], options);
      walk.run(byMember, null, options);
      return [...walk.entities].flatMap(([kind, rows]) => [...rows.keys()].map((pk) => kind + pk));
    };
    expect(remove('a')).toEqual(['Groupb']);
    expect(remove('b')).toEqual(['Usera']);
    expect(remove('c')).toEqual(['Usera', 'Groupb']);
  });

  it.each<[what: string, response: unknown, args: readonly unknown[]]>([
    ['response', { id: 'a' }, []],
    ['arguments', null, [{ id: 'a' }]],
    ['primary key', 'a', []],
  ])('removes an entity whose key several classes share, by its %s alone', (_, response, args) => {
    class Admin extends Member {
      static override key = 'User';
    }
    const shared = { ...kinds, admin: Admin };
    for (const schema of [new Union(shared, 'type'), { ...shared, group: Admin }]) {
      const walk = new MapWriter();
      const options = { args, subject: 'DELETE /members' };
      walk.run([Person], [{ id: 'a' }, { id: 'b' }], options);
      walk.run(new Invalidate(schema as typeof shared, 'type'), response, options);
      expect([...walk.entities.get('User')!.keys()]).toEqual(['b']);
    }
  });

  it('fails without a class if several classes know the primary key, or without a primary key', () => {
    for (const answer of [{ id: 'a' }, {}]) {
      const { code, message } = failureOf(() => leftKinds(byMember, answer));
      expect(code).toBe('SB_PK_MISSING');
      expect(message).toContain('say which of user, group was removed');
    }
  });

  it('takes more classes through define()', () => {
    const some: Record<string, typeof Member> = { user: Person };
    const schema = new Invalidate(some, 'type');
    schema.define({ group: Group });
    expect(leftKinds(schema, { id: 'a', type: 'group' })).toEqual(['User']);
  });

  it('rejects a mapping of anything but entities, and one without an attribute', () => {
    // @ts-expect-error a list is no entity
    expect(failureOf(() => new Invalidate({ users: [User] }, 'type')).code).toBe(
      'SB_SCHEMA_INVALID',
    );
    // @ts-expect-error nothing says which class
    expect(failureOf(() => new Invalidate(kinds)).code).toBe('SB_SCHEMA_INVALID');
  });
});
