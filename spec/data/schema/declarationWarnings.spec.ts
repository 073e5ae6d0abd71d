import { createStore, Entity, EntityMixin, schema } from 'streambed';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { fixes } from '../../../src/shared/errorCatalogue.ts';

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

function warnings(): unknown[] {
  return warn.mock.calls.map(([text]) => text as unknown);
}

class Author extends Entity {
  id = '';
  name = '';
  static override key = 'Author';
}

describe('a member of `static schema` that is no field', () => {
  it('causes one warning, with the field that it misspells', () => {
    class Poem extends Entity {
      id = '';
      author = Author.fromJS();
      static override key = 'Poem';
      static override schema: Record<string, unknown> = { autor: Author };
    }
    const store = createStore();
    store.set([Poem], [{ id: '1' }, { id: '2' }]);
    expect(warnings()).toEqual([
      'streambed: The static schema of Poem lists "autor", which is no field of the class and in no record. ' +
        `Did you mean "author"? [SB_SCHEMA_MEMBER] ${fixes.SB_SCHEMA_MEMBER}`,
    ]);
  });

  it('causes a warning with the member of the response that it misspells', () => {
    class Novel extends Entity {
      id = '';
      static override key = 'Novel';
      static override schema = { createdAt: Date };
    }
    createStore().set(Novel, { id: '1', created_at: '2026-03-01' } as object);
    expect(warnings()).toEqual([expect.stringContaining('Did you mean "created_at"? [')]);
  });

  it('causes a warning when 20 records lack it', () => {
    class Essay extends Entity {
      id = '';
      author = Author.fromJS();
      static override key = 'Essay';
      static override schema: Record<string, unknown> = { writer: Author };
    }
    const store = createStore();
    for (let id = 1; id < 20; id++) store.set(Essay, { id });
    expect(warnings()).toEqual([]);
    for (let id = 20; id < 50; id++) store.set(Essay, { id });
    expect(warnings()).toEqual([expect.stringContaining('schema of Essay lists "writer", which')]);
  });

  it('causes no warning if it is a field of another class with the key', () => {
    class Line extends Entity {
      id = '';
      static override key = 'Line';
      static override schema: Record<string, unknown> = { author: Author };
    }
    class FullLine extends Line {
      author = null;
    }
    const store = createStore();
    store.set(FullLine, { id: 1 });
    for (let id = 1; id < 50; id++) store.set(Line, { id });
    expect(warnings()).toEqual([]);
  });

  it('causes no warning if a record has it, if it is a getter, or if a schema provides it', () => {
    class Letter extends Entity {
      id = '';
      declare author?: Author;
      get authors(): unknown {
        return this.author;
      }
      set authors(value: unknown) {
        void value;
      }
      static override key = 'Letter';
      static override schema = {
        author: Author,
        authors: [Author],
        price: new schema.Scalar({ key: 'price', lens: () => 'all' }),
      };
    }
    const store = createStore();
    store.set(Letter, { id: '0', author: { id: '1' } });
    for (let id = 1; id < 50; id++) store.set(Letter, { id });
    expect(warnings()).toEqual([]);
  });
});

describe('a plain class in the place of a schema', () => {
  class Plain {
    id = '';
  }

  it.each<[string, unknown, unknown]>([
    ['the schema', class First extends Plain {}, { id: '1' }],
    ['an item', [class Second extends Plain {}], [{ id: '1' }]],
    ['a member', { user: class Third extends Plain {} }, { user: { id: '1' } }],
  ])('causes one warning: as %s', async (name, described, response) => {
    const store = createStore();
    const get = new Endpoint(async () => response, { name, schema: described });
    await expect(store.fetch(get)).rejects.toThrow(TypeError);
    await expect(store.fetch(get)).rejects.toThrow(TypeError);
    expect(warnings()).toEqual([
      expect.stringMatching(
        /^streambed: The class (First|Second|Third) is used as a schema, but it is no entity\. \[SB_SCHEMA_CLASS\] Let the class/,
      ),
    ]);
  });

  it('is no function that deserializes', () => {
    class Visit extends Entity {
      id = '';
      at = new Date(0);
      count = 0;
      tag = '';
      static override key = 'Visit';
      static override schema = { at: Date, count: Number, tag: (text: string) => text.trim() };
    }
    const store = createStore();
    store.set(Visit, { id: '1', at: '2026-03-01', count: '5', tag: ' a ' });
    expect(store.get(Visit, '1')?.tag).toBe('a');
    expect(warnings()).toEqual([]);
  });
});

describe('two entity classes with one key', () => {
  it('cause one warning if they have no field in common', () => {
    class Ship extends Entity {
      id = '';
      name = '';
      static override key = 'Ship';
    }
    class Parcel extends Entity {
      id = '';
      weight = 0;
      static override key = 'Ship';
    }
    const store = createStore();
    store.set(Ship, { id: '1', name: 'Ann' });
    store.set(Parcel, { id: '1', weight: 5 });
    store.set(Ship, { id: '2', name: 'Bea' });
    expect(warnings()).toEqual([
      'streambed: The entity classes Ship (fields: id, name) and Parcel (fields: id, weight) have one key, "Ship", ' +
        `but they have no field in common. [SB_ENTITY_KEY_SHARED] ${fixes.SB_ENTITY_KEY_SHARED}`,
    ]);
  });

  it('cause a warning if their primary keys are made of other members', () => {
    class Page extends Entity {
      slug = '';
      title = '';
      override pk() {
        return this.slug;
      }
      static override key = 'Page';
    }
    class Sheet extends Entity {
      id = '';
      title = '';
      static override key = 'Page';
    }
    const store = createStore();
    store.set(Page, { slug: 'a', title: 'A' });
    store.set(Sheet, { id: '1', title: 'B' });
    expect(warnings()).toEqual([
      expect.stringContaining('"Page", but their primary keys are made of "slug" and of "id". ['),
    ]);
  });

  it('cause no warning if one extends the other, or both extend a class of yours', () => {
    abstract class Animal extends Entity {
      id = '';
      static override key = 'Animal';
    }
    class Cat extends Animal {
      lives = 9;
    }
    class Dog extends Animal {
      tricks = 0;
    }
    class OldDog extends Dog {
      age = 15;
    }
    class Boat {
      id = '';
    }
    class Sail extends EntityMixin(class extends Boat {}, { key: 'Animal' }) {}
    class OtherSail extends EntityMixin(class extends Boat {}, { key: 'Animal' }) {}
    const store = createStore();
    for (const kind of [Cat, OldDog, Dog]) store.set(kind, { id: '1' });
    expect(warnings()).toEqual([]);
    const other = createStore();
    for (const kind of [Sail, OtherSail]) other.set(kind, { id: '1' });
    expect(warnings()).toEqual([]);
  });

  it('cause no warning if they are two versions of one class, or read parts of one entity', () => {
    const version = (count: number) =>
      class Song extends Entity {
        id = '';
        title = '';
        plays = count;
        static override key = 'Song';
      };
    class SongTitle extends Entity {
      id = '';
      title = '';
      static override key = 'Song';
    }
    class AnySong extends Entity {
      declare id: string;
      static override key = 'Song';
    }
    const store = createStore();
    for (const kind of [version(1), version(2), SongTitle, AnySong]) {
      store.set(kind, { id: '1', title: 'A' } as object);
    }
    expect(warnings()).toEqual([]);
  });

  it('cause no warning if they are used in two stores', () => {
    class Left extends Entity {
      id = '';
      left = 0;
      static override key = 'Side';
    }
    class Right extends Entity {
      id = '';
      right = 0;
      static override key = 'Side';
    }
    createStore().set(Left, { id: '1', left: 1 });
    createStore().set(Right, { id: '1', right: 1 });
    expect(warnings()).toEqual([]);
  });
});

describe('a schema that is undefined, as an import cycle makes it', () => {
  const undefinedSchema = undefined as unknown as typeof Author;

  it('causes a warning for a member of an entity, once a response has an object there', () => {
    class Ballad extends Entity {
      id = '';
      author: object | null = null;
      static override key = 'Ballad';
      static override schema = { author: undefinedSchema };
    }
    const store = createStore();
    store.set(Ballad, { id: '1', author: null });
    expect(warnings()).toEqual([]);
    store.set(Ballad, { id: '2', author: { id: 'a' } });
    expect(warnings()).toEqual([
      'streambed: The static schema of Ballad has undefined in place of a schema for "author". ' +
        `[SB_SCHEMA_UNDEFINED] ${fixes.SB_SCHEMA_UNDEFINED}`,
    ]);
  });

  it('causes a warning for a member of an object', async () => {
    const send = () => Promise.resolve({ page: { id: '1' }, next: 'b' });
    const getPage = new Endpoint(send, {
      name: 'getPage',
      schema: { page: undefinedSchema, next: undefined },
    });
    await createStore().fetch(getPage);
    expect(warnings()).toEqual([
      expect.stringContaining('schema for "page". [SB_SCHEMA_UNDEFINED]'),
    ]);
  });

  it.each([
    ['a list', () => new schema.Array(undefinedSchema)],
    ['a map', () => new schema.Values(undefinedSchema)],
    ['all entities', () => new schema.All(undefinedSchema)],
    ['a list with an identity', () => new schema.Collection([undefinedSchema])],
  ])('is an error for %s', (_title, declare) => {
    expect(declare).toThrow(expect.objectContaining({ code: 'SB_SCHEMA_UNDEFINED' }) as Error);
  });

  it('fails the requests of an endpoint with the shorthand of a list', async () => {
    const getAll = new Endpoint(() => Promise.resolve([]), {
      name: 'all',
      schema: [undefinedSchema],
    });
    const failure = createStore().fetch(getAll);
    await expect(failure).rejects.toMatchObject({ code: 'SB_SCHEMA_UNDEFINED' });
  });
});

describe('data that contradicts its class', () => {
  it('causes one warning if it hides a method', () => {
    class Sonnet extends Entity {
      id = '';
      static override key = 'Sonnet';
      title(): string {
        return `Sonnet ${this.id}`;
      }
    }
    const store = createStore();
    store.set([Sonnet], [
      { id: '1', title: 'A' },
      { id: '2', title: 'B' },
    ] as object[]);
    expect(warnings()).toEqual([
      expect.stringContaining(
        'Sonnet has a member "title", as its class has a method. [SB_METHOD_HIDDEN]',
      ),
    ]);
  });

  it('causes one warning if its id is a text and the declared one a number', () => {
    class Verse extends Entity {
      id = 0;
      static override key = 'Verse';
    }
    const store = createStore();
    store.set([Verse], [{ id: '1' }, { id: '2' }] as unknown as { id: number }[]);
    expect(warnings()).toEqual([
      expect.stringContaining('"id" of Verse is declared as a number, and the data has a text. ['),
    ]);
  });

  it('causes no warning for fields that hold functions, and for members of other types', () => {
    class Limerick extends Entity {
      id = '';
      count: number | string = 0;
      format: ((text: string) => string) | undefined = undefined;
      static override key = 'Limerick';
    }
    createStore().set(Limerick, { id: '1', count: 'many', extra: 1 } as object);
    expect(warnings()).toEqual([]);
  });
});

describe('a schema that is a text', () => {
  it('causes a warning with the name of the endpoint', () => {
    void new Endpoint(() => 1, { name: 'getUser', schema: 'User' });
    expect(warnings()).toEqual([expect.stringContaining('"getUser": its schema is a text')]);
  });
});
