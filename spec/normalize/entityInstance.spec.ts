import { fillInstance, makeInstance, nestedValues } from '../../src/normalize/entityInstance.ts';
import { Entity } from '../../src/schema/Entity.ts';
import { entityPlan } from '../../src/schema/entityPlan.ts';
import { INVALID } from '../../src/schema/INVALID.ts';

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
const reading = (values: Record<string, unknown>) => ({
  readMember: jest.fn(
    ({ name }: { name: string }, _stored: unknown, _index: number) => values[name],
  ),
});

describe('nestedValues', () => {
  it('reads every member that was answered, with its place in the plan', () => {
    const reader = reading({ author: 'A', editor: null });
    nestedValues(plan, { id: 1, author: 'a', editor: null, at: undefined }, reader);
    expect(reader.readMember.mock.calls).toEqual([
      [plan.nested[0], 'a', 0],
      [plan.nested[1], null, 1],
    ]);
  });

  it('is INVALID where a required member is', () => {
    const reader = reading({ author: INVALID, editor: 'E' });
    expect(nestedValues(plan, { author: 'a', editor: 'e' }, reader)).toBe(INVALID);
  });

  it('has undefined in the place of an optional member that is INVALID', () => {
    const values = nestedValues(
      plan,
      { author: 'a', editor: 'e' },
      reading({ author: 'A', editor: INVALID }),
    );
    expect((values as unknown[]).slice(0, 2)).toEqual(['A', undefined]);
  });
});

describe('makeInstance', () => {
  it('is an instance with the members of the record over the defaults', () => {
    const instance = makeInstance(Article, { id: 'x', extra: 1, words: 9, pk: 3 });
    expect(instance).toBeInstanceOf(Article);
    expect({ ...instance }).toEqual({ ...new Article(), id: 'x', extra: 1 });
    expect((instance as Article).words).toBe(1);
  });
});

describe('fillInstance', () => {
  it('puts the values in their places and leaves the defaults of what was not answered', () => {
    const instance = makeInstance(Article, { id: 'x', editor: 'e' }) as Article;
    const { author } = instance;
    const values = nestedValues(plan, { id: 'x', editor: 'e' }, reading({ editor: undefined }));
    fillInstance(instance, plan, values as unknown[]);
    expect(instance.author).toBe(author);
    expect([instance.editor, instance.at]).toEqual([undefined, 5]);
  });
});
