import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import * as schema from '../../../src/data/schema/index.ts';
import type { SchemaMethods } from '../../../src/data/schema/Schema.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, cid, Link, Post, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';
import { storeKit } from '../../support/storeKit.ts';

/** A function for a query that records its arguments. */
function counted<P extends (...given: never[]) => unknown>(process: P) {
  const calls: Parameters<P>[] = [];
  const counting = ((...given: Parameters<P>) => {
    calls.push(given);
    return process(...given);
  }) as P;
  return { counting, calls };
}

const names = (users: readonly User[]) => users.map(({ name }) => name);

describe('the function of a query', () => {
  const everyUser = new schema.Collection([User]);
  const kinds: [string, object, readonly unknown[]][] = [
    ['an entity', User, ['1']],
    ['All of a kind', new schema.All(User), []],
    ['a union', new schema.Union({ '1': User }, 'id'), [{ id: '1' }]],
    ['an object', { user: User, next: '' }, ['1']],
    ['a query', new schema.Query(User, (user) => ({ of: user })), ['1']],
    ['a collection', everyUser, [{}]],
  ];

  it.each(kinds)(
    'over %s runs once for all observers until its value changes',
    (_what, of, args) => {
      const { store } = storeKit();
      const { counting, calls } = counted((value: unknown) => ({ value }));
      const query: SchemaMethods = new schema.Query(of as typeof User, counting);
      store.set(everyUser, {}, [ann]);
      const shown = store.query(query, ...args);
      const seen = collect(shown);
      const first = store.get(query, ...args);
      expect(first).toBeDefined();
      expect(store.get(query, ...args)).toBe(first);
      expect(shown.getValue()).toBe(first);

      store.set(Link, { id: '1', url: '/' });
      store.set(User, ann);
      expect(store.get(query, ...args)).toBe(first);
      expect(calls).toHaveLength(1);

      store.set(User, { id: '1', name: 'Anna' });
      expect(store.get(query, ...args)).not.toBe(first);
      expect(calls).toHaveLength(2);
      expect(seen.values).toHaveLength(2);
      seen.stop();
    },
  );

  it('runs once for equal arguments', () => {
    const { store } = storeKit();
    const { counting, calls } = counted((users: User[], { by }: { by: string }) =>
      users.filter(({ name }) => name.startsWith(by)),
    );
    const query = new schema.Query(new schema.All(User), counting);
    store.set([User], [ann, bob]);
    const withA = store.get(query, { by: 'A' });
    const withB = store.get(query, { by: 'B' });
    expect([names(withA!), names(withB!)]).toEqual([['Ann'], ['Bob']]);
    expect(store.get(query, { by: 'A' })).toBe(withA);
    expect(store.get(query, { by: 'B' })).toBe(withB);
    expect(calls).toHaveLength(2);
  });

  it('does not run without a value, and runs when the value arrives', () => {
    const { store } = storeKit();
    const { counting, calls } = counted((user: User) => user.name);
    const seen = collect(store.query(new schema.Query(User, counting), '1'));
    expect(seen.values).toEqual([undefined]);
    store.set(User, ann);
    expect(seen.values).toEqual([undefined, 'Ann']);
    store.set(new schema.Invalidate(User), { id: '1' });
    expect(seen.values).toEqual([undefined, 'Ann', undefined]);
    expect(calls).toHaveLength(1);
    seen.stop();
  });

  it('gets missing members of an object as undefined', () => {
    const { store } = storeKit();
    const query = new schema.Query({ user: User, links: new schema.All(Link) }, (value) => value);
    store.set(User, ann);
    expect(store.get(query, '1')).toEqual({ user: ann, links: undefined });
  });

  it('does not run before the first read', () => {
    const { store } = storeKit();
    const { counting, calls } = counted(names);
    const shown = store.query(new schema.Query(new schema.All(User), counting));
    store.set(User, ann);
    expect(calls).toHaveLength(0);
    shown.getValue();
    store.set(User, bob);
    store.set(User, cid);
    expect(calls).toHaveLength(1);
  });

  it('returns a frozen result', () => {
    const { store } = storeKit();
    store.set([User], [ann, bob]);
    const list = store.get(new schema.Query(new schema.All(User), names));
    expect(() => list!.push('Cid')).toThrow(TypeError);
  });

  it('causes an emission only if its result changes', () => {
    const { store } = storeKit();
    const count = new schema.Query(new schema.All(User), ({ length }) => length);
    const seen = collect(store.query(count));
    store.set(User, ann);
    store.set(User, { id: '1', name: 'Anna' });
    store.set(User, bob);
    expect(seen.values).toEqual([undefined, 1, 2]);
    seen.stop();
  });
});

describe('a function that throws', () => {
  const nameOf = ({ name }: User): string => {
    if (name === 'Bob') throw new Error('no Bob');
    return name;
  };

  it('fails only the reads of its query, and recovers when its value changes', () => {
    const { store } = storeKit();
    const query = new schema.Query(User, nameOf);
    store.set(User, bob);
    const other = collect(store.query(User, '2'));
    expect(() => store.get(query, '2')).toThrow('no Bob');
    expect(store.get(User, '2')).toEqual(bob);
    store.set(User, { id: '2', name: 'Rob' });
    expect(store.get(query, '2')).toBe('Rob');
    expect(other.values).toHaveLength(2);
    other.stop();
  });

  it('runs no more often than one that does not throw', () => {
    const { store } = storeKit();
    const { counting, calls } = counted(nameOf);
    const query = new schema.Query(User, counting);
    store.set(User, bob);
    for (let i = 0; i < 3; i++) expect(() => store.get(query, '2')).toThrow('no Bob');
    store.set(Link, { id: '1' });
    expect(() => store.get(query, '2')).toThrow('no Bob');
    expect(calls).toHaveLength(1);
  });

  it('fails an endpoint that reads it until the entity changes; the entity is kept', async () => {
    const { store } = storeKit();
    const getName = new Endpoint(async ({ id }: { id: string }) => ({ ...bob, id }), {
      name: 'getName',
      schema: new schema.Query(User, nameOf),
    });
    await expect(store.fetch(getName, { id: '2' })).rejects.toThrow('no Bob');
    expect(store.get(User, '2')?.name).toBe('Bob');
    store.set(User, { id: '2', name: 'Rob' });
    expect(store.getState(getName, { id: '2' }).data).toBe('Rob');
  });
});

describe('a query as the schema of an endpoint', () => {
  const byName = new schema.Query(new schema.All(User), (users, { desc }: { desc: boolean }) => {
    const sign = desc ? -1 : 1;
    return [...users].sort((a, b) => (a.name < b.name ? -sign : sign));
  });
  const getUsers = new Endpoint(async (_params: { desc: boolean }) => [bob, ann], {
    name: 'getUsers',
    schema: byName,
  });

  it('gets the arguments of the call', async () => {
    const { store } = storeKit();
    expect(names(await store.fetch(getUsers, { desc: false }))).toEqual(['Ann', 'Bob']);
    expect(names(await store.fetch(getUsers, { desc: true }))).toEqual(['Bob', 'Ann']);
    const shown = store.getState(getUsers, { desc: false }).data;
    expect(names(shown!)).toEqual(['Ann', 'Bob']);
    expect(store.get(byName, { desc: false })).toBe(shown);
  });

  it('emits changes from other requests', async () => {
    const { store } = storeKit();
    const seen = collect(store.observe(getUsers, { desc: false }).data$);
    await store.fetch(getUsers, { desc: false });
    store.set(User, cid);
    expect(seen.values.map((users) => names(users))).toEqual([
      ['Ann', 'Bob'],
      ['Ann', 'Bob', 'Cid'],
    ]);
    seen.stop();
  });

  it('is found in the cache if its inner schema is', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const getName = new Endpoint(async ({ id }: { id: string }) => ({ id }), {
      name: 'getName',
      schema: new schema.Query(User, ({ name }) => name),
      lookup: true,
    });
    expect(store.getState(getName, { id: '1' })).toMatchObject({ status: 'valid', data: 'Ann' });
    expect(store.getState(getUsers, { desc: true })).toMatchObject({ status: 'stale' });
  });
});

describe('a query within another schema', () => {
  it('gets the arguments of each observer, and keeps the rest shared', async () => {
    const { store } = storeKit();
    const calls: string[] = [];
    const greeting = new schema.Query(User, ({ name }, { word }: { word: string }) => {
      calls.push(word);
      return { text: `${word} ${name}` };
    });
    const getPage = new Endpoint(
      async (_params: { word: string }) => ({
        user: ann,
        pages: [{ greeting: ann, link: { id: '9' } }],
      }),
      { name: 'getPage', schema: { user: User, pages: [{ greeting, link: Link }] } },
    );
    const hello = await store.fetch(getPage, { word: 'hello' });
    const bye = await store.fetch(getPage, { word: 'bye' });
    expect([hello.pages[0].greeting.text, bye.pages[0].greeting.text]).toEqual([
      'hello Ann',
      'bye Ann',
    ]);
    expect(hello.user).toBe(bye.user);
    expect(hello.pages[0].link).toBe(bye.pages[0].link);
    expect(store.getState(getPage, { word: 'hello' }).data).toBe(hello);

    store.set(Link, { id: '9', url: '/nine' });
    const again = store.getState(getPage, { word: 'hello' }).data;
    expect(again?.pages[0].link.url).toBe('/nine');
    expect(again?.pages[0].greeting).toBe(hello.pages[0].greeting);
    expect(calls).toEqual(['hello', 'bye']);
  });

  it('makes a second instance of its owner only for other arguments', () => {
    class Team extends Entity {
      id = '';
      members: readonly string[] = [];
      static override key = 'Team';
      static override schema = {
        members: new schema.Query([User], (users, _id: unknown, by = '') =>
          names(users).filter((name) => name.includes(by as string)),
        ),
      };
    }
    const { store } = storeKit();
    store.set(Team, { id: 't', members: [ann, bob] });
    const team = new schema.Query(Team, (value, _id: unknown, _by: string) => value);
    const withA = store.query(team, 't', 'A');
    const withB = store.query(team, 't', 'B');
    const all = collect(store.query(new schema.All(Team)));
    const [a, b] = [withA.getValue(), withB.getValue()];
    expect([a?.members, b?.members]).toEqual([['Ann'], ['Bob']]);
    expect(all.values[0]?.[0].members).toEqual(['Ann', 'Bob']);
    expect([withA.getValue(), withB.getValue()]).toEqual([a, b]);
    expect(withA.getValue()).toBe(a);

    store.set(User, { id: '1', name: 'Anna' });
    expect(withA.getValue()?.members).toEqual(['Anna']);
    expect(withB.getValue()?.members).toEqual(['Bob']);
    store.set(Team, { id: 'u', members: [cid] });
    expect(all.values.at(-1)?.map(({ members }) => members)).toEqual([['Anna', 'Bob'], ['Cid']]);
    all.stop();
  });

  it('may be part of a cycle of entities', () => {
    class Room extends Entity {
      id = '';
      label = '';
      house: House | undefined = undefined;
      static override key = 'Room';
    }
    class House extends Entity {
      id = '';
      rooms: Room[] = [];
      static override key = 'House';
      static override schema = {
        rooms: new schema.Query([Room], (rooms) =>
          [...rooms].sort((a, b) => (a.label < b.label ? -1 : 1)),
        ),
      };
    }
    Room.schema = { house: House };
    for (const start of [House, Room] as const) {
      const { store } = storeKit();
      const rooms = [
        { id: '1', label: 'b', house: 'h' },
        { id: '2', label: 'a', house: 'h' },
      ];
      store.set(House, { id: 'h', rooms });
      store.get(start as typeof House, start === House ? 'h' : '1');
      const house = store.get(House, 'h');
      expect(house?.rooms.map(({ label }) => label)).toEqual(['a', 'b']);
      expect(house?.rooms[0].house).toBe(house);
    }
  });

  it('fails if its function would get an incomplete list', () => {
    class Peer extends Entity {
      id = '';
      count = 0;
      static override key = 'Peer';
    }
    const allPeers = new schema.All(Peer);
    Peer.schema = { count: new schema.Query(allPeers, ({ length }) => length) };
    const { store } = storeKit();
    const input: object = { id: '1', count: [] };
    store.set(Peer, input);
    expect(() => store.get(allPeers)).toThrow(expect.objectContaining({ code: 'SB_CYCLE' }));
  });
});

describe('the memory of a query', () => {
  it('is empty without observers', () => {
    const kit = new GraphKit();
    kit.set([User, ann]);
    const { counting, calls } = counted((user: User, ..._args: string[]) => user.name);
    const query = new schema.Query(User, counting);
    const views = ['x', 'y'].map((arg) => kit.view(query, '1', [arg]));
    expect(views.map((view) => view.read())).toEqual(['Ann', 'Ann']);
    expect(kit.view(query, '1', ['x']).read()).toBe('Ann');
    expect(calls).toHaveLength(2);
    for (const view of views) view.dispose();
    expect(kit.view(query, '1', ['y']).read()).toBe('Ann');
    expect(calls).toHaveLength(3);
  });

  it('has no entity for arguments without observers', () => {
    class Titled extends Post {
      static override schema = {
        author: new schema.Query(User, ({ name }, by: string) => `${by} ${name}`) as never,
      };
    }
    const kit = new GraphKit();
    kit.set([Titled, { id: 'p', author: ann }]);
    const args = [['x'], ['y'], ['z']];
    const views = args.map((each) => kit.view<Titled>(Titled, 'p', each));
    const nodes = () => args.map((each) => kit.graph.entity(Titled, 'p', each));
    expect(views.map((view) => view.read().author)).toEqual(['x Ann', 'y Ann', 'z Ann']);
    const before = nodes();
    expect(nodes().every((node, i) => node === before[i])).toBe(true);
    for (const view of views) view.dispose();
    const after = nodes();
    expect(before.filter((node) => after.includes(node))).toEqual([]);
  });
});
