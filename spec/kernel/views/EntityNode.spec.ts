import { Entity } from '../../../src/data/schema/Entity.ts';
import { INVALID } from '../../../src/data/schema/INVALID.ts';
import { ann, bob, Post, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';

let kit: GraphKit;

beforeEach(() => {
  kit = new GraphKit();
});

const named = (name: string): object => ({ ...ann, name });

describe('an entity', () => {
  it('is one instance for all views', () => {
    kit.set([User, ann]);
    const [one, two] = [kit.view<User>(User, '1'), kit.view<User>(User, '1')];
    expect(one.read()).toBeInstanceOf(User);
    expect(two.read()).toBe(one.read());
  });

  it('keeps its instance while other rows change', () => {
    kit.set([User, ann]);
    const view = kit.view<User>(User, '1');
    const before = view.read();
    kit.set([User, bob]);
    expect(view.isDirty).toBe(false);
    expect(view.read()).toBe(before);
  });

  it('is computed once for all views when its row changes', () => {
    kit.set([User, ann]);
    const views = [1, 2, 3].map(() => kit.view<User>(User, '1'));
    for (const view of views) view.read();
    kit.set([User, named('Anna')]);
    const made = kit.count(() => views.forEach((view) => view.read()));
    expect(made).toBe(1 + views.length);
    expect(views.map((view) => view.read().name)).toEqual(['Anna', 'Anna', 'Anna']);
  });

  it('notifies its view once, however often it changes before the next read', () => {
    kit.set([User, ann]);
    const view = kit.view<User>(User, '1');
    view.read();
    kit.set([User, named('A')]);
    kit.set([User, named('B')]);
    expect(view.changes).toBe(1);
    view.read();
    kit.set([User, named('C')]);
    expect(view.changes).toBe(2);
  });

  it('is undefined without a row, and appears when the row is added', () => {
    const view = kit.view<User | undefined>(User, '1');
    expect(view.read()).toBeUndefined();
    kit.set([User, ann]);
    expect(view.isDirty).toBe(true);
    expect(view.read()?.name).toBe('Ann');
  });

  it('is INVALID after its removal, and appears when it is added again', () => {
    kit.set([User, ann]);
    const view = kit.view(User, '1');
    view.read();
    kit.remove(User, '1');
    expect(view.read()).toBe(INVALID);
    kit.set([User, bob], [User, named('again')]);
    expect(view.read()).toMatchObject({ name: 'again' });
  });

  it('has its own instance for every class that reads its row', () => {
    class Member extends User {}
    kit.set([User, ann]);
    const [user, member] = [kit.view<User>(User, '1'), kit.view<Member>(Member, '1')];
    expect(user.read()).not.toBeInstanceOf(Member);
    expect(member.read()).toBeInstanceOf(Member);
    kit.set([User, named('Anna')]);
    expect([user.read().name, member.read().name]).toEqual(['Anna', 'Anna']);
  });
});

describe('a nested entity', () => {
  const post = { id: 'p', title: 'T', author: ann };

  it('is the same instance for every owner and view', () => {
    kit.set([Post, post]);
    expect(kit.view<Post>(Post, 'p').read().author).toBe(kit.view<User>(User, '1').read());
  });

  it('changes its owner when it changes, and leaves other owners alone', () => {
    kit.set([Post, post], [Post, { id: 'q', title: 'Q', author: bob }]);
    const [p, q] = [kit.view<Post>(Post, 'p'), kit.view<Post>(Post, 'q')];
    const before = [p.read(), q.read()];
    kit.set([User, named('Anna')]);
    expect(q.isDirty).toBe(false);
    expect(p.read()).not.toBe(before[0]);
    expect(p.read().author?.name).toBe('Anna');
    expect(q.read()).toBe(before[1]);
  });

  it('keeps its instance when only its owner changes', () => {
    kit.set([Post, post]);
    const view = kit.view<Post>(Post, 'p');
    const { author } = view.read();
    kit.set([Post, { id: 'p', title: 'other' }]);
    expect(view.read().title).toBe('other');
    expect(view.read().author).toBe(author);
  });

  it('leaves an optional member undefined after its removal', () => {
    kit.set([Post, post]);
    const view = kit.view<Post>(Post, 'p');
    view.read();
    kit.remove(User, '1');
    expect(view.read().author).toBeUndefined();
    kit.set([User, ann]);
    expect(view.read().author?.name).toBe('Ann');
  });

  it('makes an owner that requires it INVALID until it is added again', () => {
    class Task extends Entity {
      id = '';
      owner = User.fromJS();
      static override readonly key = 'Task';
      static override schema = { owner: User };
    }
    kit.set([Task, { id: 't', owner: ann }]);
    const view = kit.view(Task, 't');
    const before = view.read();
    kit.remove(User, '1');
    expect(view.read()).toBe(INVALID);
    kit.set([User, ann]);
    expect(view.read()).toEqual(before);
  });

  it('changes its owner after the owner has referred to another entity', () => {
    kit.set([Post, post], [User, bob]);
    const view = kit.view<Post>(Post, 'p');
    view.read();
    kit.set([Post, { id: 'p', author: '2' }]);
    expect(view.read().author?.name).toBe('Bob');
    kit.set([User, named('Anna')]);
    expect(view.isDirty).toBe(false);
    kit.set([User, { ...bob, name: 'Bobby' }]);
    expect(view.read().author?.name).toBe('Bobby');
  });
});

describe('entities that refer to each other', () => {
  class Person extends Entity {
    id = '';
    name = '';
    best: Person | undefined = undefined;
    static override readonly key = 'Person';
    static override get schema() {
      return { best: Person };
    }
  }
  const circle = (...ids: readonly string[]): [typeof Person, object][] =>
    ids.map((id, i) => [Person, { id, name: id, best: ids[(i + 1) % ids.length] }]);

  it('keep their identity: a.best.best is a', () => {
    kit.set(...circle('a', 'b'));
    const a = kit.view<Person>(Person, 'a').read();
    expect(a.best?.best).toBe(a);
    expect(kit.view<Person>(Person, 'b').read()).toBe(a.best);
  });

  it('keep their identity after each one has changed', () => {
    kit.set(...circle('a', 'b', 'c'));
    const views = ['a', 'b', 'c'].map((id) => kit.view<Person>(Person, id));
    for (const id of ['a', 'b', 'c', 'a']) {
      kit.set([Person, { id, name: `${id}!` }]);
      // Read a different one first each time.
      views.push(views.shift()!);
      for (const view of views) {
        const person = view.read();
        expect(person.best?.best?.best).toBe(person);
      }
    }
  });

  it('are all computed once when one of them changes', () => {
    kit.set(...circle('a', 'b', 'c'));
    const view = kit.view<Person>(Person, 'a');
    const before = view.read();
    kit.set([Person, { id: 'b', name: 'B' }]);
    expect(kit.count(() => view.read())).toBe(4);
    expect(view.read()).not.toBe(before);
    expect(view.read().best?.name).toBe('B');
  });

  it('may refer to themselves', () => {
    kit.set(...circle('a'));
    const view = kit.view<Person>(Person, 'a');
    expect(view.read().best).toBe(view.read());
    kit.set([Person, { id: 'a', name: 'A' }]);
    expect(view.read().best).toBe(view.read());
    expect(view.read().name).toBe('A');
  });

  it('break the circle when one is removed, and close it when that is added again', () => {
    kit.set(...circle('a', 'b'));
    const view = kit.view<Person>(Person, 'a');
    view.read();
    kit.remove(Person, 'b');
    expect(view.read().best).toBeUndefined();
    kit.set(circle('b', 'a')[0]);
    expect(view.read().best?.best).toBe(view.read());
  });
});

describe('entities that refer to each other, with one that cannot be shown', () => {
  class Knot extends Entity {
    id = '';
    other: Knot | undefined = undefined;
    others: Knot[] = [];
    owner = User.fromJS();
    text = '';
    static override readonly key = 'Knot';
    static override get schema() {
      return {
        other: Knot,
        others: [Knot],
        owner: User,
        text: (text: string): string => {
          if (text === 'bad') throw new Error('bad text');
          return text;
        },
      };
    }
  }

  beforeEach(() => {
    kit.set(
      [Knot, { id: 'a', other: 'b', others: ['b'], owner: ann, text: '' }],
      [Knot, { id: 'b', other: 'a', others: ['a', 'b'], owner: bob, text: '' }],
    );
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('are never shown in part, whichever is read first: %s, %s', (...order) => {
    const views = order.map((id) => kit.view<Knot>(Knot, id));
    for (const view of views) view.read();
    kit.remove(User, '1');
    for (const view of views) view.read();
    const b = kit.view<Knot>(Knot, 'b').read();
    expect(kit.view(Knot, 'a').read()).toBe(INVALID);
    expect(b.other).toBeUndefined();
    expect(b.others).toEqual([b]);
    kit.set([User, ann]);
    const [one, two] = views.map((view) => view.read());
    expect([one.other, two.other]).toEqual([two, one]);
    expect(one.other).toBe(two);
    expect(two.other).toBe(one);
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('throw together while one of them throws, and recover: %s, %s', (...order) => {
    const views = order.map((id) => kit.view<Knot>(Knot, id));
    for (const view of views) view.read();
    kit.set([Knot, { id: 'a', text: 'bad' }]);
    for (const view of views) expect(() => view.read()).toThrow('bad text');
    kit.set([User, { ...bob, name: 'Bobby' }]);
    for (const view of views) expect(() => view.read()).toThrow('bad text');
    kit.set([Knot, { id: 'a', text: 'good' }]);
    const [one, two] = views.map((view) => view.read());
    expect(one.other).toBe(two);
    expect(two.other).toBe(one);
    expect([one, two].map(({ owner }) => owner.name).sort()).toEqual(['Ann', 'Bobby']);
  });
});

it('a member with the schema Date is the date of the response, not the time of the read', () => {
  class Visit extends Entity {
    id = '';
    on = new Date(0);
    static override readonly key = 'Visit';
    static override schema = { on: Date };
  }
  kit.set([Visit, { id: 'v', on: '2020-02-29T00:00:00.000Z' }]);
  expect(kit.view<Visit>(Visit, 'v').read().on).toEqual(new Date('2020-02-29T00:00:00.000Z'));
});

describe('user code that throws or refuses', () => {
  class Event extends Entity {
    id = '';
    on = new Date(0);
    static override readonly key = 'Event';
    static override schema = {
      on: (text: string): Date => {
        if (text === 'never') throw new Error('no date');
        return new Date(text);
      },
    };
  }

  it('throws on every read until the row changes', () => {
    kit.set([Event, { id: 'e', on: 'never' }]);
    const view = kit.view<Event>(Event, 'e');
    expect(() => view.read()).toThrow('no date');
    const made = kit.count(() => expect(() => view.read()).toThrow('no date'));
    expect(made).toBe(0);
    kit.set([Event, { id: 'e', on: '2026-01-01' }]);
    expect(view.read().on.getUTCFullYear()).toBe(2026);
  });

  it('affects one entity and not its neighbours', () => {
    const list = kit.store(
      [Event],
      [
        { id: 'e', on: '2026-01-01' },
        { id: 'f', on: 'never' },
      ],
    );
    expect(() => kit.view([Event], list).read()).toThrow('no date');
    expect(kit.view<Event>(Event, 'e').read().on.getUTCFullYear()).toBe(2026);
    expect(() => kit.view(Event, 'f').read()).toThrow('no date');
  });

  it('stops throwing in an owner and a list when the row changes', () => {
    class Plan extends Entity {
      id = '';
      event: Event | undefined = undefined;
      static override readonly key = 'Plan';
      static override schema = { event: Event };
    }
    const list = kit.store([Plan], [{ id: 'p', event: { id: 'e', on: 'never' } }]);
    const view = kit.view<Plan[]>([Plan], list);
    expect(() => view.read()).toThrow('no date');
    kit.set([Event, { id: 'e', on: '2026-01-01' }]);
    expect(view.read()[0]?.event?.on.getUTCFullYear()).toBe(2026);
  });

  it('does not run again for a value whose text is unchanged', () => {
    kit.set([Event, { id: 'e', on: '2026-01-01', note: 1 }]);
    const view = kit.view<Event>(Event, 'e');
    const { on } = view.read();
    kit.set([Event, { id: 'e', note: 2 }]);
    expect(view.read()).toMatchObject({ note: 2 });
    expect(view.read().on).toBe(on);
  });

  it('hides an entity while validate rejects it', () => {
    class Strict extends Entity {
      id = '';
      size = 0;
      static override readonly key = 'Strict';
      static limit = 10;
      static override validate(record: object): string | undefined {
        return (record as Strict).size > this.limit ? 'too large' : undefined;
      }
    }
    kit.set([Strict, { id: 's', size: 5 }]);
    const view = kit.view(Strict, 's');
    const before = view.read();
    Strict.limit = 3;
    kit.graph.entity(Strict, 's', undefined).markDirty();
    expect(view.read()).toBe(INVALID);
    Strict.limit = 10;
    kit.set([Strict, { id: 's', size: 6 }]);
    expect(view.read()).toMatchObject({ size: 6 });
    expect(before).toMatchObject({ size: 5 });
  });
});

describe('an entity node after its last view is disposed', () => {
  it('is forgotten if there is no row', () => {
    const view = kit.view(User, 'nobody');
    view.read();
    const node = kit.graph.entity(User, 'nobody', undefined);
    expect(node.hasParents).toBe(true);
    view.dispose();
    expect(kit.graph.entity(User, 'nobody', undefined)).not.toBe(node);
  });

  it('is forgotten when its row is removed', () => {
    kit.set([User, ann]);
    const view = kit.view(User, '1');
    view.read();
    view.dispose();
    const node = kit.graph.entity(User, '1', undefined);
    kit.remove(User, '1');
    expect(kit.graph.entity(User, '1', undefined)).not.toBe(node);
  });

  it('is forgotten if its row was removed before', () => {
    kit.set([User, ann]);
    const view = kit.view(User, '1');
    view.read();
    const node = kit.graph.entity(User, '1', undefined);
    kit.remove(User, '1');
    view.read();
    view.dispose();
    expect(kit.graph.entity(User, '1', undefined)).not.toBe(node);
  });

  it('keeps the instance of its row for the next view', () => {
    kit.set([User, ann]);
    const view = kit.view(User, '1');
    const before = view.read();
    view.dispose();
    const next = kit.view(User, '1');
    expect(kit.count(() => next.read())).toBe(1);
    expect(next.read()).toBe(before);
  });

  it('is not a dependency of an owner that has referred to another entity since', () => {
    kit.set([Post, { id: 'p', title: 'T', author: ann }], [User, bob]);
    const view = kit.view<Post>(Post, 'p');
    view.read();
    kit.set([Post, { id: 'p', author: '2' }]);
    view.read();
    expect(kit.graph.entity(User, '1', undefined).hasParents).toBe(false);
    expect(kit.graph.entity(User, '2', undefined).hasParents).toBe(true);
  });
});
