import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { INVALID } from '../../../src/data/schema/INVALID.ts';
import { ann, bob, cid, Link, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';

let kit: GraphKit;
const all = new All(User);

beforeEach(() => {
  kit = new GraphKit();
});

const named = (id: string, name: string): object => ({ id, name });
const names = (users: readonly User[]): string[] => users.map(({ name }) => name);
const watch = () => kit.view<User[]>(all, {});

describe('a list of all entities of a key', () => {
  it('keeps insertion order; a removed entity leaves, a returned one goes last', () => {
    kit.set([User, bob], [User, ann]);
    const view = watch();
    expect(names(view.read())).toEqual(['Bob', 'Ann']);
    kit.set([User, cid]);
    expect(names(view.read())).toEqual(['Bob', 'Ann', 'Cid']);
    kit.remove(User, '2');
    expect(names(view.read())).toEqual(['Ann', 'Cid']);
    kit.set([User, bob]);
    expect(names(view.read())).toEqual(['Ann', 'Cid', 'Bob']);
  });

  it('is one list for every All of the same entity', () => {
    kit.set([User, ann]);
    expect(kit.view(new All(User), {}).read()).toBe(watch().read());
  });

  it('keeps list and members while something else changes', () => {
    kit.set([User, ann]);
    const view = watch();
    const before = view.read();
    kit.set([Link, { id: 'l', url: '/' }], [User, { ...ann }]);
    expect(view.isDirty).toBe(false);
    expect(view.read()).toBe(before);
  });

  it('keeps the other members when one commit adds, changes and removes some', () => {
    kit.set([User, ann], [User, bob], [User, cid]);
    const view = watch();
    const before = view.read();
    kit.remove(User, '1');
    kit.set([User, named('2', 'Bobby')], [User, named('4', 'Dan')]);
    const after = view.read();
    expect(names(after)).toEqual(['Bobby', 'Cid', 'Dan']);
    expect(after[1]).toBe(before[2]);
    expect(names(before)).toEqual(['Ann', 'Bob', 'Cid']);
  });

  it.each([10, 1_000])('costs only what changed, with %d rows', (count) => {
    kit.set(
      ...Array.from({ length: count }, (_, i): [typeof User, object] => [User, named(`${i}`, 'x')]),
    );
    const view = watch();
    view.read();
    kit.set([User, named('new', 'n')]);
    expect(kit.count(() => view.read())).toBe(3);
    kit.set([User, named('5', 'five')]);
    expect(kit.count(() => view.read())).toBe(3);
    kit.remove(User, '5', '6');
    expect(kit.count(() => view.read())).toBe(2);
  });

  it('follows its members after a removal', () => {
    kit.set([User, ann], [User, bob]);
    const view = watch();
    view.read();
    kit.remove(User, '1');
    view.read();
    kit.set([User, named('2', 'Bobby')]);
    expect(names(view.read())).toEqual(['Bobby']);
  });

  it('is empty when all members are removed, and fills again', () => {
    kit.set([User, ann], [User, bob]);
    const view = watch();
    view.read();
    kit.remove(User, '1', '2');
    expect(view.read()).toEqual([]);
    kit.set([User, cid]);
    expect(names(view.read())).toEqual(['Cid']);
  });

  it('is the same whether it was observed from the start or is read at the end', () => {
    const view = watch();
    view.read();
    kit.set([User, ann], [User, bob]);
    view.read();
    kit.remove(User, '1');
    kit.set([User, cid], [User, ann]);
    kit.remove(User, '3');
    expect(view.read()).toEqual(new GraphCopy(kit).read());
  });

  it('has the entities of the new session after a reset', () => {
    kit.set([User, ann], [User, bob]);
    const view = watch();
    view.read();
    kit.reset([User, ann]);
    expect(names(view.read())).toEqual(['Ann']);
    kit.set([User, cid]);
    expect(names(view.read())).toEqual(['Ann', 'Cid']);
    kit.set([User, named('1', 'Anna')]);
    expect(names(view.read())).toEqual(['Anna', 'Cid']);
  });

  it('releases its members when its last view is disposed', () => {
    kit.set([User, ann], [User, bob]);
    const view = watch();
    view.read();
    kit.remove(User, '2');
    kit.set([User, cid]);
    view.read();
    view.dispose();
    for (const pk of ['1', '3'])
      expect(kit.graph.entity(User, pk, undefined).hasParents).toBe(false);
    expect(kit.count(() => kit.set([User, named('1', 'x')], [User, named('9', 'y')]))).toBe(0);
  });

  it('releases its members after a reset to the same rows', () => {
    kit.set([User, ann], [User, bob]);
    const view = watch();
    view.read();
    kit.reset([User, ann], [User, bob]);
    view.read();
    kit.set([User, cid]);
    view.read();
    view.dispose();
    for (const pk of ['1', '2', '3']) {
      expect(kit.graph.entity(User, pk, undefined).hasParents).toBe(false);
    }
  });
});

/** Reads everything from the table of a kit, in a new graph. */
class GraphCopy {
  readonly #kit: GraphKit;

  constructor({ state }: GraphKit) {
    this.#kit = new GraphKit();
    this.#kit.graph.reset(state);
  }

  read(): unknown {
    return this.#kit.view(all, {}).read();
  }
}

describe('a list of all entities of several keys', () => {
  const feed = new All({ user: User, link: Link }, 'type' as never);
  const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);
  const user = (id: string): [typeof User, object] => [User, { id, type: 'user' }];
  const link = (id: string): [typeof Link, object] => [Link, { id, type: 'link' }];

  it('keeps the insertion order across all keys', () => {
    kit.set(link('l1'), user('u1'), link('l2'));
    const view = kit.view<{ id: string }[]>(feed, {});
    expect(ids(view.read())).toEqual(['l1', 'u1', 'l2']);
    kit.set(user('u2'), link('l3'), user('u3'));
    expect(ids(view.read())).toEqual(['l1', 'u1', 'l2', 'u2', 'l3', 'u3']);
    kit.remove(User, 'u1');
    kit.set(user('u1'), link('l1'));
    expect(ids(view.read())).toEqual(['l1', 'l2', 'u2', 'l3', 'u3', 'u1']);
  });

  it('reads entities that share one key with the class that the attribute names, which may change', () => {
    class Cat extends Entity {
      id = '';
      type = 'cat';
      static override readonly key = 'Animal';
    }
    class Dog extends Entity {
      id = '';
      type = 'dog';
      static override readonly key = 'Animal';
    }
    const animals = new All({ cat: Cat, dog: Dog }, 'type');
    kit.set([Cat, { id: '1', type: 'cat' }], [Dog, { id: '2', type: 'dog' }]);
    const view = kit.view<object[]>(animals, {});
    expect(view.read().map(({ constructor }) => constructor)).toEqual([Cat, Dog]);
    kit.set([Cat, { id: '1', type: 'dog' }]);
    expect(view.read().map(({ constructor }) => constructor)).toEqual([Dog, Dog]);
    kit.set([Dog, { id: '1', name: 'Rex' }]);
    expect(view.read()[0]).toMatchObject({ name: 'Rex' });
  });

  it('reads entities that share one key with the first class if the attribute throws, and the commit continues', () => {
    class Cat extends Entity {
      id = '';
      of: { type: string } | undefined;
      static override readonly key = 'Animal';
    }
    class Dog extends Cat {}
    const animals = new All({ cat: Cat, dog: Dog }, (animal) => animal.of!.type.toLowerCase());
    kit.set([Cat, { id: '1', of: { type: 'CAT' } }]);
    const view = kit.view<object[]>(animals, {});
    const others = kit.view(User, '1');
    view.read();
    others.read();
    expect(() => kit.set([Cat, { id: '2', of: null }], [User, ann])).not.toThrow();
    expect(others.read()).toBeInstanceOf(User);
    expect(view.read().map(({ constructor }) => constructor)).toEqual([Cat, Cat]);
    kit.set([Cat, { id: '2', of: { type: 'dog' } }]);
    expect(view.read().map(({ constructor }) => constructor)).toEqual([Cat, Dog]);
  });
});

describe('a list of all entities with one that cannot be shown', () => {
  class Event extends Entity {
    id = '';
    on = '';
    static override readonly key = 'Event';
    static override schema = {
      on: (text: string): string => {
        if (text === 'never') throw new Error('no date');
        return text;
      },
    };
    static hidden = '';
    static override validate(record: object): string | undefined {
      return (record as Event).id === this.hidden ? 'hidden' : undefined;
    }
  }
  const events = new All(Event);
  const at = (id: string, on = id): [typeof Event, object] => [Event, { id, on }];
  const dates = (list: readonly Event[]): string[] => list.map(({ on }) => on);

  afterEach(() => {
    Event.hidden = '';
  });

  it('leaves it out, and follows the others', () => {
    kit.set(at('1'), at('2'), at('3'));
    Event.hidden = '2';
    const view = kit.view<Event[]>(events, {});
    expect(dates(view.read())).toEqual(['1', '3']);
    kit.set(at('3', 'three'));
    expect(dates(view.read())).toEqual(['1', 'three']);
    kit.set(at('4'));
    kit.remove(Event, '1');
    expect(dates(view.read())).toEqual(['three', '4']);
    expect(kit.view(Event, '2').read()).toBe(INVALID);
  });

  it('throws while it throws, and recovers with all additions and removals since', () => {
    kit.set(at('1'), at('2'), at('3'));
    const view = kit.view<Event[]>(events, {});
    view.read();
    kit.set(at('2', 'never'));
    kit.remove(Event, '1');
    expect(() => view.read()).toThrow('no date');
    kit.set(at('4'), at('5'));
    expect(() => view.read()).toThrow('no date');
    kit.remove(Event, '4');
    kit.set(at('2', 'two'));
    expect(dates(view.read())).toEqual(['two', '3', '5']);
    kit.set(at('3', 'three'));
    expect(dates(view.read())).toEqual(['two', 'three', '5']);
  });

  it('throws while an added entity throws, and recovers when that is removed', () => {
    kit.set(at('1'), at('2'));
    const view = kit.view<Event[]>(events, {});
    const before = view.read();
    kit.set(at('3', 'never'));
    expect(() => view.read()).toThrow('no date');
    kit.remove(Event, '3');
    expect(view.read()).toEqual(before);
    kit.set(at('4'));
    expect(dates(view.read())).toEqual(['1', '2', '4']);
  });
});

describe('an entity with a list of all entities of its key', () => {
  class Node extends Entity {
    id = '';
    name = '';
    nodes: Node[] = [];
    static override readonly key = 'Node';
    static override get schema(): { nodes: All<typeof Node> } {
      return { nodes: new All(Node) };
    }
  }

  it('is a member of its own list, also after changes', () => {
    kit.set([Node, { id: 'a', name: 'A', nodes: [] }]);
    const view = kit.view<Node>(Node, 'a');
    expect(view.read().nodes).toEqual([view.read()]);
    expect(view.read().nodes[0]).toBe(view.read());
    kit.set([Node, { id: 'b', name: 'B', nodes: [] }]);
    const a = view.read();
    expect(a.nodes.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(a.nodes[0]).toBe(a);
    expect(a.nodes[1]?.nodes).toBe(a.nodes);
  });
});
