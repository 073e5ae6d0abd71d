import { type Observable, of } from 'rxjs';
import {
  createStore,
  dehydrate,
  denormalize,
  Endpoint,
  Entity,
  normalize,
  rehydrate,
  schema,
  type Store,
  validateRequired,
} from 'streambed';
import { storeKit } from '../../../support/storeKit.ts';

class Person extends Entity {
  id = '';
  name = '';
  static override key = 'Person';
}
class Robot extends Entity {
  id = '';
  type = 'robot';
  name = '';
  static override key = 'Robot';
}
const ann = { id: 'p', name: 'Ann' };
const robot = { id: 'r', type: 'robot', name: 'Rob' };
const union = new schema.Union({ robot: Robot }, 'type');

/** The schema of the member, its default, what a response has, and the names that a reader sees. */
const kinds: [string, unknown, unknown, unknown, string][] = [
  ['an entity', Person, null, ann, 'Ann'],
  ['an array', [Person], [], [ann], 'Ann'],
  ['an array of arrays', [[Person]], [], [[ann]], 'Ann'],
  ['a map', new schema.Values(Person), {}, { x: ann }, 'Ann'],
  ['an object', { by: Person, tags: [] }, null, { by: ann, tags: ['a'] }, 'Ann'],
  ['a union', union, null, robot, 'Rob'],
  ['an array of a union', [union], [], [robot], 'Rob'],
  ['a map of a union', new schema.Values(union), {}, { x: robot }, 'Rob'],
  ['a collection', new schema.Collection([Person], { nestKey: nestKeyOf }), [], [ann], 'Ann'],
  ['a query', new schema.Query([Person], (people) => [...people]), [], [ann], 'Ann'],
];

function nestKeyOf(post: unknown): { post: string } {
  return { post: (post as { id: string }).id };
}

/** A response with the member. */
function withPart(part: unknown, others: object = { title: 'B' }) {
  return { id: '1', ...others, part };
}

function namesIn(value: unknown): string {
  const names: string[] = [];
  JSON.stringify(value, (key, part: unknown) => {
    if (key === 'name') names.push(String(part));
    return part;
  });
  return names.join();
}

/** A partial and a full class, made for each test: the store meets them in the order of the test. */
function classes(nested: unknown, fallback: unknown = null) {
  class Brief extends Entity {
    id = '';
    title = '';
    static override key = 'Post';
  }
  class Post extends Entity {
    id = '';
    title = '';
    part = fallback;
    static override key = 'Post';
    static override schema: Record<string, unknown> = { part: nested };
  }
  const getPost = new Endpoint(async (post: { id: string }): Promise<unknown> => post, {
    name: 'getPost',
    schema: Post,
    lookup: true,
  });
  return { Brief, Post, getPost };
}

const shown = (store: Store, { getPost }: ReturnType<typeof classes>) => {
  const { status, data } = store.getState(getPost, { id: '1' });
  return [status, data && namesIn((data as { part: unknown }).part)];
};

/** Each brings the value for the partial class. */
const ways: [string, (store: Store, Brief: typeof Entity, value: object) => unknown][] = [
  ['set', (store, Brief, value) => store.set(Brief, value)],
  ['set with a function', (store, Brief, value) => store.set(Brief, { id: '1' }, () => value)],
  [
    'setResponse',
    (store, Brief, value) =>
      store.setResponse(new Endpoint(async () => [], { name: 'list', schema: [Brief] }), [value]),
  ],
  [
    'a fetched list',
    (store, Brief, value) =>
      store.fetch(new Endpoint(async () => [value], { name: 'list', schema: [Brief] })),
  ],
  [
    'a mutation',
    (store, Brief, value) =>
      store.fetch(
        new Endpoint(async () => value, { name: 'patch', schema: Brief, sideEffect: true }),
      ),
  ],
  [
    'an optimistic response',
    (store, Brief, value) => {
      const patch = new Endpoint((): Promise<object> => new Promise(() => {}), {
        name: 'patch',
        schema: Brief,
        sideEffect: true,
        getOptimisticResponse: () => value,
      });
      store.fetch(patch).catch(() => {});
    },
  ],
  [
    'a live message',
    (store, Brief, value) =>
      store
        .observe(
          new Endpoint((): Observable<unknown> => of([value]), { name: 'live', schema: [Brief] }),
        )
        .subscribe(),
  ],
];

describe('a member that only the full class nests', () => {
  it.each(kinds)(
    'stays after a write of the partial class: %s',
    async (_, nested, fallback, raw, names) => {
      const kit = classes(nested, fallback);
      for (const [way, write] of ways) {
        const store = createStore();
        store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A', part: raw });
        await write(store, kit.Brief, { id: '1', title: 'B', part: raw });
        expect([way, ...shown(store, kit)]).toEqual([way, 'valid', names]);
        store.dispose();
      }
    },
  );

  it.each(kinds)('is never shown as missing: %s', async (_, nested, fallback, raw, names) => {
    const kit = classes(nested, fallback);
    for (const [way, write] of ways) {
      if (way === 'set with a function') continue;
      const store = createStore();
      await write(store, kit.Brief, { id: '1', title: 'B', part: raw });
      expect([way, ...shown(store, kit)]).toEqual([way, 'invalid', undefined]);
      store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A', part: raw });
      expect([way, ...shown(store, kit)]).toEqual([way, 'valid', names]);
      store.dispose();
    }
  });

  it.each(kinds)(
    'is known if the response of the full class leaves it out: %s',
    (_, nested, fallback, raw, names) => {
      const kit = classes(nested, fallback);
      const store = createStore();
      store.set(kit.Brief, withPart(raw));
      expect(shown(store, kit)).toEqual(['invalid', undefined]);
      store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A' });
      expect(shown(store, kit)).toEqual(['valid', names]);
      store.dispose();
    },
  );

  it.each(kinds)(
    'is normalized once the full class was read: %s',
    (_, nested, fallback, raw, names) => {
      const kit = classes(nested, fallback);
      const store = createStore();
      store.set(kit.Brief, { id: '1', title: 'B' });
      expect(shown(store, kit)).toEqual(['valid', '']);
      store.set(kit.Brief, withPart(raw, {}));
      expect(shown(store, kit)).toEqual(['valid', names]);
      store.dispose();
    },
  );

  it.each(kinds)(
    'keeps its stored form if an instance of the partial class is written: %s',
    (_, nested, fallback, raw, names) => {
      const kit = classes(nested, fallback);
      const store = createStore();
      store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A', part: raw });
      store.set(kit.Brief, { id: '1' }, (brief) => Object.assign({}, brief, { title: 'B' }));
      expect(shown(store, kit)).toEqual(['valid', names]);
      expect(store.get(kit.Brief, '1')?.title).toBe('B');
      store.dispose();
    },
  );

  it.each(kinds)('comes with a hydrated state: %s', (_, nested, fallback, raw, names) => {
    const kit = classes(nested, fallback);
    const server = createStore();
    server.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A', part: raw });
    const state = dehydrate(server);
    const fresh = createStore();
    rehydrate(fresh, state);
    expect(shown(fresh, kit)).toEqual(['valid', names]);

    const partial = createStore();
    partial.set(kit.Brief, withPart(raw));
    const page = createStore();
    expect(shown(page, kit)).toEqual(['invalid', undefined]);
    const there = dehydrate(partial);
    rehydrate(page, there);
    expect(shown(page, kit)).toEqual(['invalid', undefined]);
    page.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A' });
    expect(shown(page, kit)).toEqual(['valid', names]);
    for (const store of [server, fresh, partial, page]) store.dispose();
  });

  it.each(kinds)('is normalized without a store: %s', (_, nested, fallback, raw, names) => {
    const { Brief, Post } = classes(nested, fallback);
    const value = { id: '1', title: 'A', part: raw };
    for (const shape of [
      { full: Post, brief: Brief },
      { brief: Brief, full: Post },
    ]) {
      const { result, entities } = normalize(shape, { full: value, brief: value }, [{}]);
      const { full } = denormalize(shape, result, entities, [{}]) as { full: { part: unknown } };
      expect(namesIn(full.part)).toBe(names);
    }
    const partial = normalize(Brief, value);
    expect(denormalize(Post, partial.result, partial.entities)).toBeUndefined();
  });

  it.each<[string, number, object]>([
    ['a write', 0, { id: '1', title: 'A', part: [ann] }],
    ['a write, and the response leaves it out', 0, { id: '1', title: 'A' }],
    ['an optimistic response', 5, { id: '1', title: 'A', part: [ann] }],
    ['an optimistic response, and the response leaves it out', 5, { id: '1', title: 'A' }],
  ])('is fetched once by an observer: after %s', async (_, way, response) => {
    const { Brief, Post } = classes([Person], []);
    const sent: unknown[] = [];
    const send = async (args: { id: string }) => (sent.push(args), response);
    const getPost = new Endpoint(send, { name: 'getPost', schema: Post });
    const store = createStore();
    ways[way][1](store, Brief, withPart([ann]));
    const observed: unknown[] = [];
    store.observe(getPost, { id: '1' }).subscribe(({ status, data }) => {
      observed.push([status, namesIn(data)]);
    });
    for (let i = 0; i < 100; i++) await Promise.resolve();
    expect(sent).toHaveLength(1);
    expect(observed.filter((state) => String(state) === 'valid,')).toEqual([]);
    expect(observed.at(-1)).toEqual(['valid', 'Ann']);
    store.dispose();
  });

  it('keeps what is newer than the record that held it', () => {
    const kit = classes([Person], []);
    const store = createStore();
    store.set(kit.Brief, withPart([ann, { id: 'q', name: 'Bob' }]));
    store.set(Person, { id: 'p', name: 'Anna' });
    store.set(new schema.Invalidate(Person), { id: 'q' });
    store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A' });
    expect(shown(store, kit)).toEqual(['valid', 'Anna']);
    store.dispose();
  });

  it('is dropped if it cannot be normalized', () => {
    const kit = classes([Person], []);
    const store = createStore();
    store.set(kit.Brief, withPart([{ name: 'Nobody' }]));
    store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A' });
    expect(shown(store, kit)).toEqual(['valid', '']);
    store.dispose();
  });

  it('may contain its owner', () => {
    class Note extends Entity {
      id = '';
      post: unknown = null;
      static override key = 'Note';
      static override schema: Record<string, unknown> = {};
    }
    const kit = classes([Note], []);
    Note.schema = { post: kit.Post };
    const store = createStore();
    const part = [{ id: 'n', post: { id: '1', part: [{ id: 'n' }] } }];
    store.set(kit.Brief, withPart(part));
    store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A' });
    const post = store.get(kit.Post, '1') as { part: { post: unknown }[] };
    expect(post.part[0].post).toBe(post);
    store.dispose();
  });

  it('is shown for the lens of a Scalar, and ignored in a response without a lens', () => {
    const price = new schema.Scalar({
      key: 'price',
      lens: ([args]: readonly [{ in?: string }?]) => args?.in,
    });
    const { Brief, Post } = classes(price, 0);
    const get = new Endpoint(async (post: { id: string; in: string }) => post, {
      name: 'get',
      schema: Post,
    });
    const list = new Endpoint(async (args: { in?: string }) => [args], {
      name: 'list',
      schema: [Brief],
    });
    const store = createStore();
    const prices = () =>
      ['EUR', 'USD'].map((currency) =>
        store.get(new schema.Query(Post, ({ part }, args: { in: string }) => args && part), {
          id: '1',
          in: currency,
        }),
      );
    store.setResponse(get, { id: '1', in: 'EUR' }, { id: '1', part: 12 });
    store.setResponse(get, { id: '1', in: 'USD' }, { id: '1', part: 13 });
    store.setResponse(list, { in: 'USD' }, [{ id: '1', part: 14 }]);
    expect(prices()).toEqual([12, 14]);
    store.setResponse(list, {}, [{ id: '1', part: 99 }]);
    expect(prices()).toEqual([12, 14]);
    store.set(Brief, { id: '1' }, (brief) => Object.assign({}, brief, { title: 'B' }));
    expect(prices()).toEqual([12, 14]);
    store.dispose();
  });

  it('is read by a Lazy query', () => {
    const lazy = new schema.Lazy([Person]);
    const kit = classes(lazy, []);
    const store = createStore();
    const people = () => {
      const post = store.get(kit.Post, '1') as { part: string[] } | undefined;
      return post && store.get(lazy.query, post.part);
    };
    store.set(kit.Brief, withPart([ann], {}));
    expect(people()).toBeUndefined();
    store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A' });
    expect(people()).toEqual([Person.fromJS(ann)]);
    store.set(kit.Brief, withPart([{ id: 'q', name: 'Bob' }], {}));
    expect(people()).toEqual([Person.fromJS({ id: 'q', name: 'Bob' })]);
    store.dispose();
  });
});

describe('an entity that only the full class refers to', () => {
  it('is kept as long as the partial class is read, and collected with it', () => {
    const { Brief, Post } = classes([Person], []);
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    store.set(Post, withPart([ann]));
    const briefs = store.query(Brief, '1').subscribe();
    clock.advance(5_000);
    expect(namesIn(store.get(Post, '1'))).toBe('Ann');
    briefs.unsubscribe();
    clock.advance(5_000);
    expect(store.stats().entities).toBe(0);
    store.dispose();
  });
});

describe('classes with one key', () => {
  it.each<[string, (base: typeof Entity) => [typeof Entity, typeof Entity]]>([
    [
      'the full one extends the partial one',
      () => {
        class Brief extends Entity {
          id = '';
          static override key = 'Post';
        }
        class Full extends Brief {
          part = [];
          static override schema = { part: [Person] };
        }
        return [Brief, Full];
      },
    ],
    [
      'the partial one extends the full one, and takes its schema back',
      () => {
        class Full extends Entity {
          id = '';
          part: unknown[] = [];
          static override key = 'Post';
          static override schema: Record<string, unknown> = { part: [Person] };
        }
        class Brief extends Full {
          static override schema = {};
        }
        return [Brief, Full];
      },
    ],
  ])('read the same nested entities: %s', (_, make) => {
    const [Brief, Full] = make(Entity);
    const store = createStore();
    store.set(Full, { id: '1', part: [ann] });
    store.set(Brief, withPart([ann, { id: 'q', name: 'Bob' }], {}));
    expect(namesIn(store.get(Full, '1'))).toBe('Ann,Bob');
    store.dispose();
  });

  it('may each nest something else', () => {
    class Left extends Entity {
      id = '';
      title = '';
      left = null;
      static override key = 'Both';
      static override schema = { left: Person };
    }
    class Right extends Entity {
      id = '';
      title = '';
      right = null;
      static override key = 'Both';
      static override schema = { right: Robot };
    }
    const value = { id: '1', left: ann, right: robot };
    for (const [first, second] of [
      [Left, Right],
      [Right, Left],
    ]) {
      const store = createStore();
      store.set(first, { id: '0' });
      store.set(second, { id: '0' });
      store.set(first, value);
      expect(store.get(Left, '1')?.left).toEqual(Person.fromJS(ann));
      expect(store.get(Right, '1')?.right).toEqual(Robot.fromJS(robot));
      store.dispose();
    }
  });

  it('show a member that is a field of the partial class as the entity that it is', () => {
    class Plain extends Entity {
      id = '';
      author: { name: string } | null = null;
      static override key = 'Post';
    }
    class Full extends Plain {
      static override schema = { author: Person };
    }
    const store = createStore();
    const names: unknown[] = [];
    store.query(Plain, '1').subscribe((plain) => names.push(plain?.author?.name));
    store.set(Plain, { id: '1', author: ann });
    expect(store.get(Full, '1')).toBeUndefined();
    store.set(Full, { id: '1', author: { id: 'p', name: 'Anna' } });
    store.set(Plain, { id: '1', author: { id: 'p', name: 'Annie' } });
    store.set(new schema.Invalidate(Person), { id: 'p' });
    expect(names).toEqual([undefined, 'Ann', 'Anna', 'Annie', undefined]);
    expect(store.get(Plain, '1')).toEqual(Plain.fromJS({ id: '1' }));
    store.dispose();
  });

  it('keep the members of classes that share a key of their own', () => {
    class PersonName extends Entity {
      id = '';
      static override key = 'Person2';
    }
    class FullPerson extends PersonName {
      friends: unknown[] = [];
      static override schema: Record<string, unknown> = { friends: [PersonName] };
    }
    class Brief extends Entity {
      id = '';
      author = null;
      static override key = 'Post2';
      static override schema = { author: PersonName };
    }
    const store = createStore();
    store.set(FullPerson, { id: 'p', friends: [{ id: 'q' }] });
    store.set(Brief, { id: '1', author: { id: 'p', friends: [{ id: 'q' }, { id: 'r' }] } });
    expect(store.get(FullPerson, 'p')?.friends).toHaveLength(2);
    store.dispose();
  });

  it('are met by each store on its own', () => {
    const kit = classes(Person);
    const [first, second] = [createStore(), createStore()];
    first.set(kit.Post, withPart(ann, {}));
    second.set(kit.Brief, withPart(ann, {}));
    expect(second.get(kit.Brief, '1')).toMatchObject({ part: ann });
    expect(shown(second, kit)).toEqual(['invalid', undefined]);
    first.dispose();
    second.dispose();
  });

  it('are known after a reset', async () => {
    const kit = classes(Person);
    const store = createStore();
    store.set(kit.Post, withPart(ann, {}));
    await store.reset();
    store.set(kit.Brief, withPart(ann, {}));
    expect(shown(store, kit)).toEqual(['valid', 'Ann']);
    store.dispose();
  });

  it('are known after a write that failed', () => {
    const kit = classes(Person);
    class Strict extends kit.Post {
      static override validate(record: object) {
        return validateRequired(record, this.defaults);
      }
    }
    const store = createStore();
    store.set(kit.Brief, withPart(ann));
    expect(() => store.set(Strict, { id: '2' })).toThrow('SB_ENTITY_INVALID');
    expect(store.get(Strict, '1')).toBeUndefined();
    store.set(Strict, { id: '1', title: 'A', part: ann });
    expect(namesIn(store.get(Strict, '1'))).toBe('Ann');
    store.dispose();
  });

  it('read what optimistic responses had before the full class was known', () => {
    const kit = classes(Person);
    const store = createStore();
    const optimistic = ways.find(([way]) => way === 'an optimistic response')!;
    optimistic[1](store, kit.Brief, withPart(ann));
    expect(shown(store, kit)).toEqual(['invalid', undefined]);
    store.setResponse(kit.getPost, { id: '1' }, { id: '1', title: 'A', part: ann });
    expect(shown(store, kit)).toEqual(['valid', 'Ann']);
    expect(store.get(kit.Brief, '1')?.title).toBe('B');
    store.dispose();
  });
});
