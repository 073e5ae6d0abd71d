import { Entity } from '../../../../src/data/schema/Entity.ts';
import { entityPlan } from '../../../../src/data/schema/entity/entityPlan.ts';
import { type PlanSource, sharedPlan } from '../../../../src/data/schema/entity/sharedPlan.ts';

class User extends Entity {
  id = '';
}

function classes() {
  class Brief extends Entity {
    id = '';
    static override key = 'Post';
  }
  class Post extends Entity {
    id = '';
    author = null;
    static override key = 'Post';
    static override schema: Record<string, unknown> = { author: User };
  }
  return { Brief, Post };
}

const source = (rows: string[] = []): PlanSource => ({
  plans: { members: new Map(), mixed: new Set(), ofClass: new WeakMap() },
  families: new Set(rows),
});
const writtenBy = (of: PlanSource, entity: typeof Entity) =>
  sharedPlan(of, entity).written.map(({ name }) => name);

describe('the plan that classes with one key share', () => {
  it('is the own plan of a class without others, or whose members are all', () => {
    const { Brief, Post } = classes();
    const of = source();
    expect(sharedPlan(of, Brief)).toBe(entityPlan(Brief));
    expect(sharedPlan(of, Post)).toBe(entityPlan(Post));
    expect(sharedPlan(of, Post)).toBe(entityPlan(Post));
  });

  it('has what the others write, and is made once', () => {
    const { Brief, Post } = classes();
    const of = source();
    sharedPlan(of, Post);
    const plan = sharedPlan(of, Brief);
    expect(plan.written).toMatchObject([{ name: 'author', schema: User, isForeign: true }]);
    expect(plan.nested).toEqual([]);
    expect([...plan.storedMembers]).toEqual(['author']);
    expect(sharedPlan(of, Brief)).toBe(plan);
  });

  it('grows with each class', () => {
    const { Brief, Post } = classes();
    const of = source();
    expect(writtenBy(of, Brief)).toEqual([]);
    sharedPlan(of, Post);
    expect(writtenBy(of, Brief)).toEqual(['author']);
    class Thread extends Post {
      static override schema = { replies: [Post] };
    }
    sharedPlan(of, Thread);
    expect(writtenBy(of, Brief)).toEqual(['author', 'replies']);
    expect(writtenBy(of, Post)).toEqual(['author', 'replies']);
  });

  it('ignores functions that deserialize, and values that are no schemas', () => {
    const { Brief } = classes();
    class Dated extends Brief {
      static override schema = { at: Date, title: '', later: undefined };
    }
    const of = source();
    sharedPlan(of, Dated);
    expect(sharedPlan(of, Brief)).toBe(entityPlan(Brief));
  });

  it('does not grow with classes that are made again', () => {
    const of = source();
    for (let i = 0; i < 5; i++) sharedPlan(of, classes().Post);
    expect(of.plans.members.get('Post')).toHaveLength(1);
    expect(of.plans.mixed.has('Post')).toBe(false);
  });

  it.each<[string, PlanSource, unknown]>([
    ['there were rows before a member was known', source(['Post']), User],
    ['classes nest different things in a member', source(), [User]],
    ['a class deserializes what another one nests', source(), Date],
  ])('says that records may hold input if %s', (_, of, other) => {
    const { Post } = classes();
    class Other extends Post {
      static override schema = { author: other };
    }
    sharedPlan(of, Post);
    sharedPlan(of, Other);
    expect(sharedPlan(of, Post).mayHoldInput).toBe(true);
  });
});
