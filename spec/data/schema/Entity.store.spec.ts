import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import type { EntityMeta } from '../../../src/data/schema/Schema.ts';
import * as schema from '../../../src/data/schema/index.ts';
import { validateRequired } from '../../../src/data/schema/entity/entityPlan.ts';
import { collect } from '../../support/collect.ts';
import { storeKit } from '../../support/storeKit.ts';

class Summary extends Entity {
  id = '';
  title = '';
  static override key = 'Article';
}

class Article extends Summary {
  text = '';
  static override validate(record: object) {
    return validateRequired(record, this.defaults);
  }
}

describe('two classes with one key, one of which requires more members', () => {
  const getArticle = new Endpoint(
    async ({ id }: { id: string }) => ({ id, title: 'Otters', text: 'They swim.' }),
    { name: 'getArticle', schema: Article, lookup: true },
  );

  it('do not let the row of a list satisfy the read of a detail', async () => {
    const { store } = storeKit();
    store.set([Summary], [{ id: '1', title: 'Otters' }]);
    expect(store.get(Summary, '1')).toEqual({ id: '1', title: 'Otters' });
    expect(store.get(Article, '1')).toBeUndefined();
    expect(store.getState(getArticle, { id: '1' })).toMatchObject({
      status: 'invalid',
      data: undefined,
    });

    const article = await store.fetchIfStale(getArticle, { id: '1' });
    expect(article).toBeInstanceOf(Article);
    expect(store.get(Summary, '1')).toMatchObject({ text: 'They swim.' });
    expect(store.get(Summary, '1')).not.toBeInstanceOf(Article);
  });

  it('keep the detail valid when a list is fetched later', async () => {
    const { store } = storeKit();
    await store.fetch(getArticle, { id: '1' });
    store.set([Summary], [{ id: '1', title: 'Sea otters' }]);
    expect(store.getState(getArticle, { id: '1' })).toMatchObject({
      status: 'valid',
      data: { title: 'Sea otters', text: 'They swim.' },
    });
  });

  it('leave incomplete rows out of All of the stricter class', () => {
    const { store } = storeKit();
    store.set([Summary], [{ id: '1' }, { id: '2', title: 'Seals' }]);
    store.set(Article, { id: '3', title: 'Otters', text: 'They swim.' });
    expect(store.get(new schema.All(Summary))).toHaveLength(3);
    expect(store.get(new schema.All(Article))?.map(({ id }) => id)).toEqual(['3']);
  });

  it('reject an incomplete response to the read of a detail', async () => {
    const { store } = storeKit();
    const broken = new Endpoint(async ({ id }: { id: string }) => ({ id, title: 'x' }), {
      name: 'broken',
      schema: Article,
      lookup: true,
    });
    await expect(store.fetch(broken, { id: '1' })).rejects.toMatchObject({
      code: 'SB_ENTITY_INVALID',
      message: expect.stringContaining('Article 1: the member text is missing.'),
    });
    expect(store.get(Summary, '1')).toBeUndefined();
  });
});

describe('an index', () => {
  class User extends Entity {
    id = '';
    email = '';
    static override key = 'User';
    static override indexes = ['email'] as const;
  }

  it('finds entities of all responses by their present value', () => {
    const { store } = storeKit();
    store.set(User, { id: '1', email: 'a@x' });
    store.set(User, { id: '2', email: 'b@x' });
    const seen = collect(store.query(User, { email: 'a@x' }));
    expect(store.get(User, { email: 'b@x' })?.id).toBe('2');
    store.set(User, { id: '1', email: 'c@x' });
    expect(store.get(User, { email: 'a@x' })).toBeUndefined();
    expect(store.get(User, { email: 'c@x' })?.id).toBe('1');
    store.set(User, { id: '3', email: 'a@x' });
    store.set(new schema.Invalidate(User), { id: '3' });
    expect(seen.values.map((user) => user?.id)).toEqual(['1', undefined, '3', undefined]);
    seen.stop();
  });

  it('finds no entities without the member', () => {
    const { store } = storeKit();
    store.set(User, { id: '1' });
    expect(store.get(User, { email: '' })).toBeUndefined();
    expect(store.get(User, { email: undefined as never })).toBeUndefined();
  });
});

describe('the merge of a class', () => {
  it('may keep the stored record', () => {
    class Fixed extends Summary {
      static override shouldUpdate() {
        return false;
      }
    }
    const { store } = storeKit();
    store.set(Fixed, { id: '1', title: 'first' });
    const first = store.get(Fixed, '1');
    store.set(Fixed, { id: '1', title: 'second' });
    expect(store.get(Fixed, '1')).toBe(first);
  });

  it('may keep the earliest expiry', async () => {
    class Cautious extends Summary {
      static override mergeMetaWithStore(existing: EntityMeta, incoming: EntityMeta): EntityMeta {
        return { ...incoming, expiresAt: Math.min(existing.expiresAt, incoming.expiresAt) };
      }
    }
    const { store } = storeKit();
    const get = new Endpoint(async ({ id }: { id: string }) => ({ id, title: 'x' }), {
      name: 'get',
      schema: Cautious,
      lookup: true,
      dataExpiryLength: 1_000,
    });
    const getMany = new Endpoint(async () => [{ id: '1', title: 'y' }], {
      name: 'getMany',
      schema: [Cautious],
      dataExpiryLength: 9_000,
    });
    await store.fetch(get, { id: '1' });
    const { expiresAt } = store.getState(get, { id: '1' });
    await store.fetch(getMany);
    const detail = get.extend({ name: 'detail' });
    expect(store.getState(detail, { id: '1' })).toMatchObject({ expiresAt, data: { title: 'y' } });
  });

  it('may replace or merge nested data', () => {
    class Joined extends Entity {
      id = '';
      tags: string[] = [];
      static override key = 'Joined';
      static override merge(existing: Joined, incoming: Joined) {
        return { id: incoming.id, tags: [...existing.tags, ...incoming.tags] };
      }
    }
    const { store } = storeKit();
    store.set(Joined, { id: '1', tags: ['a'] });
    store.set(Joined, { id: '1', tags: ['b'] });
    expect(store.get(Joined, '1')?.tags).toEqual(['a', 'b']);
  });
});

describe('process, validate and pk', () => {
  it('run on every level, for nested entities after their owner is processed', () => {
    const steps: string[] = [];
    const tracing = (kind: string) =>
      class extends Entity {
        id = '';
        static override key = kind;
        static override process(
          input: object,
          _parent: unknown,
          _key: string,
          args: readonly unknown[],
        ) {
          steps.push(`process ${kind} ${String(args[0])}`);
          return { ...input };
        }
        static override validate() {
          steps.push(`validate ${kind}`);
          return undefined;
        }
      };
    const [A, B, C] = [tracing('A'), tracing('B'), tracing('C')];
    A.schema = { b: B };
    B.schema = { list: [C] };
    const { store } = storeKit();
    const input: object = { id: 'a', b: { id: 'b', list: [{ id: 'c' }] } };
    store.set(A, 'arg', input);
    expect(steps).toEqual([
      'process A arg',
      'process B arg',
      'process C arg',
      'validate C',
      'validate B',
      'validate A',
    ]);
  });

  it('remove a nested entity if process returns undefined', () => {
    class Gone extends Summary {
      static override process(input: { removed?: boolean }) {
        return input.removed ? undefined : { ...input };
      }
    }
    class Owner extends Entity {
      id = '';
      item: Gone | undefined = undefined;
      items: Gone[] = [];
      static override key = 'Owner';
      static override schema = { item: Gone, items: [Gone] };
    }
    const { store } = storeKit();
    store.set(Gone, { id: '1', title: 'here' });
    store.set(Owner, {
      id: 'o',
      item: { id: '1', removed: true },
      items: [
        { id: '1', removed: true },
        { id: '2', title: 'stays' },
      ],
    });
    expect(store.get(Owner, 'o')).toEqual({
      id: 'o',
      item: undefined,
      items: [{ id: '2', title: 'stays' }],
    });
    expect(store.get(Gone, '1')).toBeUndefined();
  });

  it('reject a circular response that contains an invalid entity', () => {
    class Checked extends Entity {
      id = '';
      other: Checked | undefined = undefined;
      static override key = 'Checked';
      static override validate(record: { id: string }) {
        return record.id === 'bad' ? 'it is bad' : undefined;
      }
    }
    Checked.schema = { other: Checked };
    const bad: { id: string; other?: object } = { id: 'bad' };
    const good = { id: 'good', other: bad };
    bad.other = good;
    const { store } = storeKit();
    expect(() => store.set(Checked, good)).toThrow('Checked bad: it is bad');
    expect(store.get(Checked, 'good')).toBeUndefined();
  });
});

it('a value may have missing, removed and present members at once', () => {
  class Page extends Entity {
    id = '';
    missing: Summary | undefined = undefined;
    removed: Summary | undefined = undefined;
    known: Summary | undefined = undefined;
    list: Summary[] = [];
    static override key = 'Page';
    static override schema = {
      missing: Summary,
      removed: Summary,
      known: Summary,
      list: [Summary],
    };
  }
  const { store } = storeKit();
  store.set(Summary, { id: 'k' });
  store.set(new schema.Invalidate(Summary), { id: 'r' });
  store.set(Page, { id: 'p', missing: 'm', removed: 'r', known: 'k', list: ['m', 'r', 'k'] });
  const known = store.get(Summary, 'k');
  expect(store.get(Page, 'p')).toEqual({
    id: 'p',
    missing: undefined,
    removed: undefined,
    known,
    list: [known],
  });
});

describe('defaults', () => {
  it('are one instance per class, with those of its base classes', () => {
    expect(Article.defaults).toEqual({ id: '', title: '', text: '' });
    expect(Article.defaults).toBeInstanceOf(Article);
    expect(Article.defaults).toBe(Article.defaults);
    expect(Summary.defaults).not.toBeInstanceOf(Article);
  });

  it('are frozen', () => {
    expect(Object.isFrozen(Article.defaults)).toBe(true);
  });
});

describe('createIfValid', () => {
  it('returns an instance if validate accepts the record', () => {
    const record = { id: '1', title: 'Otters', text: 'They swim.' };
    expect(Article.createIfValid(record)).toEqual(record);
    expect(Article.createIfValid(record)).toBeInstanceOf(Article);
    expect(Article.createIfValid({ id: '1' })).toBeUndefined();
  });

  class Capital extends Summary {
    static override schema = { by: Summary };
    by: Summary | undefined = undefined;
    static override createIfValid(record: { title?: string }) {
      if (record.title === undefined) return undefined;
      return this.fromJS({ ...record, title: record.title.toUpperCase() });
    }
  }

  it('gives observers the value of an overriding class', () => {
    const { store } = storeKit();
    store.set(Capital, { id: '1', title: 'otters', by: { id: '2', title: 'Ann' } });
    const otters = store.get(Capital, '1');
    expect([otters?.title, otters?.by?.title]).toEqual(['OTTERS', 'Ann']);
    expect(store.get(Capital, { id: 1 })).toBe(otters);
    expect(store.entities$.getValue().get('Article', '1')).toMatchObject({ title: 'otters' });
  });

  it('hides the entity by returning undefined', () => {
    const { store } = storeKit();
    store.set(Capital, { id: '1' });
    expect(store.get(Capital, '1')).toBeUndefined();
    expect(store.get(new schema.All(Capital))).toEqual([]);
    expect(store.get(Summary, '1')).toBeDefined();
  });
});

describe('members whose schema is a function', () => {
  class Moment {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
    static from(this: void, text: string): Moment {
      return new Moment(text);
    }
  }
  class Event extends Entity {
    id = '';
    at = new Moment('');
    on: Date | null = null;
    price = 0;
    days: Date[] = [];
    static override key = 'Event';
    static override schema = { at: Moment.from, on: Date, price: Number, days: [Date] };
  }

  it('read as the result of the function, called without this; the response is stored unchanged', () => {
    const { store } = storeKit();
    const answered = { id: '1', at: 'noon', on: '2026-03-01', price: '5.50', days: ['2026-03-02'] };
    store.set(Event, answered);
    expect(store.get(Event, '1')).toEqual({
      id: '1',
      at: new Moment('noon'),
      on: new Date('2026-03-01'),
      price: 5.5,
      days: [new Date('2026-03-02')],
    });
    expect(store.entities$.getValue().get('Event', '1')).toEqual(answered);
  });

  it('keep null and the default without a call of the function', () => {
    const { store } = storeKit();
    store.set(Event, { id: '1', on: null, at: undefined });
    const event = store.get(Event, '1');
    expect([event?.on, event?.at, event?.price]).toEqual([null, new Moment(''), 0]);
  });

  it('keep the reference of the result while the stored value stays the same', () => {
    const { store } = storeKit();
    store.set(Event, { id: '1', at: 'noon', price: '1' });
    const { at } = store.get(Event, '1')!;
    store.set(Event, { id: '1', at: 'noon', price: '2' });
    expect(store.get(Event, '1')?.at).toBe(at);
    store.set(Event, { id: '1', at: 'dusk' });
    expect(store.get(Event, '1')?.at).not.toBe(at);
  });
});
