import { MapSink } from '../../src/normalize/MapSink.ts';
import { NormalizeWalk } from '../../src/normalize/NormalizeWalk.ts';
import { normalize } from '../../src/normalize/normalize.ts';
import { Entity } from '../../src/schema/Entity.ts';
import { Invalidate } from '../../src/schema/Invalidate.ts';
import { Union } from '../../src/schema/Union.ts';
import { failureOf } from './failureOf.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

const removal = new Invalidate(User);

/** The users that are left of a, b and 5. */
function left(schema: unknown, input: unknown, args: readonly unknown[] = []) {
  const sink = new MapSink();
  const walk = new NormalizeWalk(sink, args, 'DELETE /users');
  walk.run([User], [{ id: 'a' }, { id: 'b' }, { id: 5 }]);
  walk.run(schema, input);
  return [...sink.entities.get('User')!.keys()];
}

describe('Invalidate', () => {
  it('removes the entity that the answer is', () => {
    expect(left(removal, { id: 'a', name: 'Ann' })).toEqual(['b', '5']);
  });

  it('removes the entity whose bare id is the answer', () => {
    expect(left(removal, 'a')).toEqual(['b', '5']);
    expect(left(removal, 5)).toEqual(['a', 'b']);
  });

  it.each([[null], [undefined], [''], [{}], [true]])(
    'removes the entity that the first argument names where the answer is %p',
    (answer) => {
      expect(left(removal, answer, [{ id: 'a' }])).toEqual(['b', '5']);
      expect(left(removal, answer, [5])).toEqual(['a', 'b']);
    },
  );

  it('takes the answer rather than the argument', () => {
    expect(left(removal, { id: 'a' }, [{ id: 'b' }])).toEqual(['b', '5']);
  });

  it.each([['OK'], ['b'], [1], [0]])(
    'takes the argument rather than a bare answer, which may be a word or a count: %p',
    (answer) => {
      expect(left(removal, answer, [{ id: 'a' }])).toEqual(['b', '5']);
    },
  );

  it('takes bare ids within an answer rather than the argument', () => {
    expect(left([removal], ['a', 5], [{ id: 'b' }])).toEqual(['b']);
  });

  it('removes every entity of a list', () => {
    expect(left([removal], ['a', { id: 'b' }])).toEqual(['5']);
    expect(left({ removed: removal }, { removed: 'a' })).toEqual(['b', '5']);
  });

  it('fails where neither answer nor arguments name an entity', () => {
    const { code, message } = failureOf(() => left(removal, null, [{ page: 1 }]));
    expect(code).toBe('SB_PK_MISSING');
    expect(message).toContain(
      'DELETE /users: at $: Neither the response nor the arguments say which User',
    );
  });

  it('reads as nothing', () => {
    expect(readBack(removal, { id: 'a' })).toBeUndefined();
  });

  it('cannot be looked up', () => {
    expect(lookUp(removal, ['a'], normalize(User, { id: 'a' }).entities).stored).toBeUndefined();
  });

  it('refuses to be made of anything but an entity', () => {
    // @ts-expect-error an instance is no class
    expect(failureOf(() => new Invalidate(new User())).code).toBe('SB_SCHEMA_INVALID');
  });
});

describe('Invalidate of several kinds', () => {
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

  /** The kinds that are left of one user and one group with the same id. */
  function leftKinds(schema: unknown, input: unknown, args: readonly unknown[] = []) {
    const sink = new MapSink();
    const walk = new NormalizeWalk(sink, args, 'DELETE /members');
    walk.run({ user: Person, group: Group }, { user: { id: 'a' }, group: { id: 'a' } });
    walk.run(schema, input);
    return [...sink.entities].flatMap(([kind, rows]) => (rows.size > 0 ? [kind] : []));
  }

  it('removes the entity of the class that the answer names, by member or function', () => {
    expect(leftKinds(byMember, { id: 'a', type: 'group' })).toEqual(['User']);
    expect(leftKinds(byMember, { id: 'a', type: 'user' })).toEqual(['Group']);
    expect(leftKinds(byFunction, { id: 'a', isUser: true })).toEqual(['Group']);
  });

  it('takes the mapping and the attribute of a union', () => {
    const ofUnion = new Invalidate(new Union(kinds, 'type'));
    expect(leftKinds(ofUnion, { id: 'a', type: 'group' })).toEqual(['User']);
  });

  it('goes by the first argument where the answer names no class', () => {
    const args = [{ id: 'a', type: 'group' }];
    for (const answer of [null, {}, 'OK', { type: 'other' }]) {
      expect(leftKinds(byMember, answer, args)).toEqual(['User']);
    }
  });

  it('removes the one known entity with that primary key where neither names a class', () => {
    const remove = (id: string) => {
      const sink = new MapSink();
      const walk = new NormalizeWalk(sink, [{ id }], 'DELETE /members');
      walk.run([Person], [{ id: 'a' }]);
      walk.run([Group], [{ id: 'b' }]);
      walk.run(byMember, null);
      return [...sink.entities].flatMap(([kind, rows]) => [...rows.keys()].map((pk) => kind + pk));
    };
    expect(remove('a')).toEqual(['Groupb']);
    expect(remove('b')).toEqual(['Usera']);
    expect(remove('c')).toEqual(['Usera', 'Groupb']);
  });

  it('fails where neither names a class and several know the primary key, or nothing names one', () => {
    for (const answer of [{ id: 'a' }, {}]) {
      const { code, message } = failureOf(() => leftKinds(byMember, answer));
      expect(code).toBe('SB_PK_MISSING');
      expect(message).toContain('say which of user, group was removed');
    }
  });

  it('takes further kinds by define()', () => {
    const some: Record<string, typeof Member> = { user: Person };
    const schema = new Invalidate(some, 'type');
    schema.define({ group: Group });
    expect(leftKinds(schema, { id: 'a', type: 'group' })).toEqual(['User']);
  });

  it('refuses a mapping of anything but entities, and one without an attribute', () => {
    // @ts-expect-error a list is no entity
    expect(failureOf(() => new Invalidate({ users: [User] }, 'type')).code).toBe(
      'SB_SCHEMA_INVALID',
    );
    // @ts-expect-error nothing says which class
    expect(failureOf(() => new Invalidate(kinds)).code).toBe('SB_SCHEMA_INVALID');
  });
});
