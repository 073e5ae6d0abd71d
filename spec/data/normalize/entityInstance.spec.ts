import {
  fillInstance,
  makeInstance,
  nestedValues,
} from '../../../src/data/normalize/entityInstance.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { entityPlan } from '../../../src/data/schema/entity/entityPlan.ts';
import { INVALID } from '../../../src/data/schema/INVALID.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

class Article extends Entity {
  id = '';
  author = User.fromJS();
  editor: User | undefined;
  at = 5;
  static override key = 'Article';
  static override schema = { author: User, editor: User, at: Number };
  get words() {
    return 1;
  }
}

const plan = entityPlan(Article);
/** A delegate with the values of stored forms. */
const reading = (values: Record<string, unknown>) => ({
  unvisit: jest.fn((_schema: unknown, stored: unknown) => values[String(stored)]),
});

describe('nestedValues', () => {
  it('reads each member of the record with its schema, and uses defaults for others', () => {
    const reader = reading({ a: 'A', null: null });
    const values = nestedValues(plan, { id: 1, author: 'a', editor: null, at: undefined }, reader);
    expect(values).toEqual(['A', null, 5]);
    expect(reader.unvisit.mock.calls).toEqual([
      [User, 'a'],
      [User, null],
    ]);
  });

  it('reuses what a function made of an equal stored form', () => {
    const reader = reading({ a: 'A', 6: 6 });
    const before = { author: 'a', at: '5' };
    const read = (at: string) =>
      nestedValues(plan, { author: 'a', at }, reader, before, { author: 'B', at: 'five' });
    expect(read('5')).toEqual(['A', undefined, 'five']);
    expect(read('6')).toEqual(['A', undefined, 6]);
  });

  it('returns INVALID if a required member is INVALID', () => {
    const reader = reading({ a: INVALID, e: 'E' });
    expect(nestedValues(plan, { author: 'a', editor: 'e' }, reader)).toBe(INVALID);
  });

  it('returns undefined for an optional member that is INVALID', () => {
    const values = nestedValues(
      plan,
      { author: 'a', editor: 'e' },
      reading({ a: 'A', e: INVALID }),
    );
    expect((values as unknown[]).slice(0, 2)).toEqual(['A', undefined]);
  });
});

describe('makeInstance', () => {
  it('returns an instance with the members of the record over the defaults', () => {
    const instance = makeInstance(Article, { id: 'x', extra: 1, words: 9, pk: 3 });
    expect(instance).toBeInstanceOf(Article);
    expect(instance).toEqual(Object.assign(new Article(), { id: 'x', extra: 1 }));
    expect((instance as Article).words).toBe(1);
  });
});

describe('makeInstance with a member that is undefined', () => {
  it('keeps the default', () => {
    const instance = makeInstance(Article, { id: undefined, at: undefined, extra: undefined });
    expect(instance).toEqual(new Article());
    expect(Object.keys(instance)).not.toContain('extra');
  });
});

describe('fillInstance', () => {
  it('assigns the values to their members, and defaults to absent members', () => {
    const record = { id: 'x', editor: 'e' };
    const instance = makeInstance(Article, record) as Article;
    const values = nestedValues(plan, record, reading({}));
    fillInstance(instance, plan, values as unknown[]);
    expect(instance.author).toEqual(User.fromJS());
    expect([instance.editor, instance.at]).toEqual([undefined, 5]);
  });

  it('assigns the same default to every instance', () => {
    const [first, second] = [{ id: 'x' }, { id: 'y' }].map((record) => {
      const instance = makeInstance(Article, record) as Article;
      fillInstance(instance, plan, nestedValues(plan, record, reading({})) as unknown[]);
      return instance;
    });
    expect(first.author).toBeInstanceOf(User);
    expect(second.author).toBe(first.author);
  });

  it('adds no members without value and default', () => {
    class Bare extends Entity {
      static override key = 'Bare';
      static override schema = { user: User };
    }
    const instance = makeInstance(Bare, {});
    const bare = entityPlan(Bare);
    fillInstance(instance, bare, nestedValues(bare, {}, reading({})) as unknown[]);
    expect(Object.keys(instance)).toEqual([]);
  });
});
