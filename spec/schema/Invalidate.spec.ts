import { MapSink } from '../../src/normalize/MapSink.ts';
import { NormalizeWalk } from '../../src/normalize/NormalizeWalk.ts';
import { normalize } from '../../src/normalize/normalize.ts';
import { Entity } from '../../src/schema/Entity.ts';
import { Invalidate } from '../../src/schema/Invalidate.ts';
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
    expect(message).toContain('DELETE /users: at $: Neither answer nor arguments say which User');
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
