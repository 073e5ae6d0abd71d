import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { collect } from '../../support/collect.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

/** Its primary key is a member that a change may replace. */
class Page extends Entity {
  slug = '';
  title = '';
  text = '';
  next: Page | undefined = undefined;
  static override readonly key = 'Page';
  static override schema: Record<string, unknown> = {};

  override pk() {
    return this.slug;
  }
}
Page.schema = { next: Page };

class Note extends Entity {
  id = '';
  page: Page | undefined = undefined;
  static override readonly key = 'Note';
  static override schema = { page: Page };
}

interface ShownPage {
  readonly slug: string;
  readonly title: string;
}

const requests = new FakeRequests();
const read = <S>(name: string, schema: S) => new Endpoint(requests.send, { name, schema });
const getPage = new Endpoint(requests.send, { name: 'getPage', schema: Page, lookup: true });
const getPages = read('getPages', [Page]);
const updatePage = getPage.extend({ name: 'updatePage', sideEffect: true });
const renamePage = updatePage.extend({
  name: 'renamePage',
  getOptimisticResponse: (_snapshot: unknown, { slug }: { slug: string }, title: string) => ({
    slug: `${slug}-${title}`,
    title,
  }),
});

const shown = (pages: unknown): string =>
  (pages as ShownPage[]).map(({ slug, title }) => `${slug}:${title}`).join();

/** A store that knows two pages, in a list. */
function pagesKit() {
  const it = storeKit();
  it.store.setResponse(getPages, [
    { slug: 'a', title: 'A', text: 'long' },
    { slug: 'b', title: 'B' },
  ]);
  return it;
}

function rename(
  { store }: Pick<ReturnType<typeof storeKit>, 'store'>,
  slug: string,
  response: unknown,
): void {
  void store.fetch(updatePage, { slug });
  requests.last.answer(response);
}

beforeEach(() => {
  requests.sent.length = 0;
});

describe('an entity whose primary key an update changes', () => {
  const schemas: readonly [string, object, unknown, (data: never) => unknown][] = [
    ['a list', [Page], [{ slug: 'a' }], (data) => data],
    ['a map', new Values(Page), { one: { slug: 'a' } }, (data) => Object.values(data)],
    ['a collection', new Collection([Page]), [{ slug: 'a' }], (data) => data],
    ['a collection map', new Collection(new Values(Page)), { x: { slug: 'a' } }, Object.values],
    [
      'a union',
      [new Union({ page: Page, note: Note }, (item: object) => ('id' in item ? 'note' : 'page'))],
      [{ slug: 'a' }],
      (data) => data,
    ],
    [
      'a class chosen by the record',
      [new Union({ page: Page }, () => 'page')],
      [{ slug: 'a' }],
      (data) => data,
    ],
    [
      'a query',
      new Query(new Collection([Page]), (all: unknown) => all),
      [{ slug: 'a' }],
      (data) => data,
    ],
    ['a member', Note, { id: '1', page: { slug: 'a' } }, ({ page }: Note) => [page]],
    ['the rows of a class', new All(Page), [{ slug: 'a' }], (data) => data],
  ];

  it.each(schemas)('is one item of %s', (_name, schema, response, itemsOf) => {
    const { store } = storeKit();
    const getData = read('getData', schema);
    store.setResponse(getData, response);
    const emitted = collect(store.select(getData));
    store.set(Page, { slug: 'a', title: 'A' });
    rename({ store }, 'a', { slug: 'c', title: 'C' });
    expect(shown(itemsOf(emitted.values.at(-1) as never))).toBe('c:C');
    store.set(Page, { slug: 'c', title: 'later' });
    expect(shown(itemsOf(emitted.values.at(-1) as never))).toBe('c:later');
    emitted.stop();
  });

  it('is found by both keys, as one instance with the members of both', () => {
    const { store } = pagesKit();
    rename({ store }, 'a', { slug: 'c', title: 'C' });
    const page = store.get(Page, { slug: 'c' });
    expect(page).toMatchObject({ slug: 'c', title: 'C', text: 'long' });
    expect(store.get(Page, { slug: 'a' })).toBe(page);
    expect(store.getState(getPage, { slug: 'a' }).data).toBe(page);
    expect(shown(store.get(new All(Page)))).toBe('b:B,c:C');
  });

  it('is one item of a list that has both keys', () => {
    const it = pagesKit();
    const emitted = collect(it.store.select(getPages));
    it.store.setResponse(getPages, [{ slug: 'a' }, { slug: 'b' }, { slug: 'c', title: 'new' }]);
    expect(shown(emitted.values.at(-1))).toBe('a:A,b:B,c:new');
    rename(it, 'a', { slug: 'c', title: 'C' });
    expect(shown(emitted.values.at(-1))).toBe('c:C,b:B');
    it.store.set(Page, { slug: 'b', title: 'later' });
    expect(shown(emitted.values.at(-1))).toBe('c:C,b:later');
    emitted.stop();
  });

  it('is found through several changes, also back to the first key', () => {
    const it = pagesKit();
    rename(it, 'a', { slug: 'c', title: 'C' });
    rename(it, 'c', { slug: 'd', title: 'D' });
    expect(shown(it.store.getState(getPages).data)).toBe('d:D,b:B');
    rename(it, 'd', { slug: 'a', title: 'again' });
    expect(shown(it.store.getState(getPages).data)).toBe('a:again,b:B');
    expect(it.store.get(Page, { slug: 'c' })).toBe(it.store.get(Page, { slug: 'a' }));
  });

  it('leaves everywhere when it is removed by one of its keys', () => {
    const remove = new Endpoint(requests.send, {
      name: 'remove',
      schema: new Invalidate(Page),
      sideEffect: true,
    });
    for (const slug of ['a', 'c']) {
      const it = pagesKit();
      rename(it, 'a', { slug: 'c', title: 'C' });
      void it.store.fetch(remove, { slug });
      requests.last.answer(undefined);
      expect(shown(it.store.getState(getPages).data)).toBe('b:B');
      expect(it.store.get(Page, { slug: 'a' })).toBeUndefined();
      expect(it.store.get(Page, { slug: 'c' })).toBeUndefined();
    }
  });

  it('gives its key to the next entity that has it', () => {
    const it = pagesKit();
    rename(it, 'a', { slug: 'c', title: 'C' });
    it.store.set(Page, { slug: 'a', title: 'other' });
    expect(it.store.get(Page, { slug: 'a' })?.title).toBe('other');
    expect(it.store.get(Page, { slug: 'c' })?.title).toBe('C');
    expect(shown(it.store.get(new All(Page)))).toBe('b:B,c:C,a:other');
  });

  it('is not brought back by a response to an earlier request', () => {
    const it = pagesKit();
    void it.store.fetch(getPages);
    const { last } = requests;
    void it.store.fetch(updatePage, { slug: 'a' });
    requests.last.answer({ slug: 'c', title: 'C' });
    last.answer([{ slug: 'a', title: 'late' }, { slug: 'b' }]);
    expect(shown(it.store.get(new All(Page)))).toBe('b:B,c:C');
    expect(shown(it.store.getState(getPages).data)).toBe('c:C,b:B');
  });

  it.each<readonly [string, (it: ReturnType<typeof storeKit>) => void]>([
    [
      'of an entity that was removed',
      ({ store }) => store.set(new Invalidate(Page), { slug: 'b' }),
    ],
    [
      'that it had before',
      (it) => {
        it.store.set(new Invalidate(Page), { slug: 'b' });
        for (const [from, to] of ['ac', 'ca', 'ab', 'ba'])
          rename(it, from, { slug: to, topic: 'x' });
      },
    ],
  ])('counts once in lists if it gets the key %s', (_name, before) => {
    const lists = new Collection([Page]);
    const getTopic = new Endpoint((_args: { topic: string }) => requests.send(), {
      name: 'getTopic',
      schema: { items: lists, total: lists.count },
    });
    const it = storeKit();
    const topic = { topic: 'x' };
    const items = ['a', 'b'].map((slug) => ({ slug, title: slug, ...topic }));
    it.store.setResponse(getTopic, topic, { items, total: 2 });
    const emitted = collect(it.store.select(getTopic, topic));
    before(it);
    rename(it, 'a', { slug: 'b', title: 'B', ...topic });
    const { items: now, total } = emitted.values.at(-1)!;
    expect(`${shown(now)} of ${total}`).toBe('b:B of 1');
    emitted.stop();
  });

  it('may refer to itself by its former key', () => {
    const it = storeKit();
    it.store.setResponse(getPages, [{ slug: 'a', next: { slug: 'a', title: 'A' } }]);
    rename(it, 'a', { slug: 'c', title: 'C' });
    for (const slug of ['a', 'c']) {
      const page = it.store.get(Page, { slug });
      expect(page?.next).toBe(page);
    }
  });

  it('may be a member of the response', () => {
    const { store } = pagesKit();
    const update = new Endpoint(requests.send, {
      name: 'update',
      schema: { page: Page },
      sideEffect: true,
      lookup: true,
    });
    void store.fetch(update, { slug: 'a' });
    requests.last.answer({ page: { slug: 'c', title: 'C' }, version: 2 });
    expect(shown(store.getState(getPages).data)).toBe('c:C,b:B');
  });

  it('may be written with `set`, by the key that the arguments name', () => {
    const { store } = pagesKit();
    store.set(Page, { slug: 'a' }, (page: object) => ({ ...page, slug: 'c' }));
    expect(shown(store.getState(getPages).data)).toBe('c:A,b:B');
    expect(store.get(Page, { slug: 'a' })?.text).toBe('long');
  });

  it('keeps the rows that it refers to, also by garbage collection', () => {
    const { clock, store } = storeKit();
    const list = store.select(getPages).subscribe();
    store.setResponse(getPages, [{ slug: 'a', next: { slug: 'z', title: 'Z' } }]);
    rename({ store }, 'a', { slug: 'c', title: 'C' });
    clock.advance(3_600_000);
    store.gc();
    clock.advance(3_600_000);
    store.gc();
    expect(store.getState(getPages).data?.[0]).toMatchObject({ slug: 'c', next: { slug: 'z' } });
    list.unsubscribe();
    clock.advance(3_600_000);
    store.gc();
    expect(store.stats().entities).toBe(0);
  });

  it('is one item in a store that takes over the state', () => {
    const it = pagesKit();
    rename(it, 'a', { slug: 'c', title: 'C' });
    const state = JSON.parse(JSON.stringify(dehydrate(it.store))) as never;
    const { store } = storeKit();
    rehydrate(store, state);
    expect(shown(store.getState(getPages).data)).toBe('c:C,b:B');
    expect(store.get(Page, { slug: 'a' })).toBe(store.get(Page, { slug: 'c' }));
  });

  it('stays one item in a store that has renamed it the other way round', () => {
    const kits = [storeKit(), storeKit()];
    const slugs = ['a', 'c'];
    kits[0].clock.advance(1_000);
    for (const [at, it] of kits.entries()) {
      it.store.setResponse(getPages, [{ slug: slugs[at] }]);
      rename(it, slugs[at], { slug: slugs[1 - at] });
    }
    const [{ store: from }, { clock, store }] = kits;
    clock.advance(2_000);
    rehydrate(store, dehydrate(from));
    expect(store.get(new All(Page))).toHaveLength(1);
    for (const slug of slugs) expect(store.get(Page, { slug })).toBeDefined();
  });
});

describe('an optimistic response with another primary key', () => {
  it('is one item while the mutation is pending, and after it failed', () => {
    const { store } = pagesKit();
    const emitted = collect(store.select(getPages));
    store.fetch(renamePage, { slug: 'a' }, 'x').catch(() => {});
    expect(shown(emitted.values.at(-1))).toBe('a-x:x,b:B');
    expect(shown(store.get(new All(Page)))).toBe('b:B,a-x:x');
    requests.last.fail(new Error('refused'));
    expect(shown(emitted.values.at(-1))).toBe('a:A,b:B');
    expect(shown(store.get(new All(Page)))).toBe('a:A,b:B');
    emitted.stop();
  });

  it('is one item if the server chooses another key', () => {
    const { store } = pagesKit();
    const emitted = collect(store.select(getPages));
    void store.fetch(renamePage, { slug: 'a' }, 'x');
    requests.last.answer({ slug: 'c', title: 'C' });
    expect(shown(emitted.values.at(-1))).toBe('c:C,b:B');
    expect(shown(store.get(new All(Page)))).toBe('b:B,c:C');
    emitted.stop();
  });
});

describe('a response with another primary key is another entity', () => {
  const paths: readonly [string, object][] = [
    ['of a POST', { path: 'http://api.test/pages/:slug', method: 'POST' }],
    ['below the entity', { path: 'http://api.test/pages/:slug/copy', method: 'PUT' }],
    ['of a read', { path: 'http://api.test/pages/:slug', lookup: false }],
    ['of an update with `lookup: false`', { method: 'PUT', lookup: false }],
  ];

  it.each(paths)('%s', async (_name, options) => {
    const { store } = pagesKit();
    const endpoint = new RestEndpoint({
      path: 'http://api.test/pages/:slug',
      schema: Page,
      fetchResponse: () => Promise.resolve(Response.json({ slug: 'c', title: 'C' })),
      ...options,
    });
    await store.fetch(endpoint, { slug: 'a' });
    expect(shown(store.get(new All(Page)))).toBe('a:A,b:B,c:C');
  });

  it('of a list', () => {
    const { store } = pagesKit();
    const updatePages = updatePage.extend({ name: 'updatePages', schema: [Page] });
    void store.fetch(updatePages, { slug: 'a' });
    requests.last.answer([{ slug: 'c', title: 'C' }]);
    expect(shown(store.get(new All(Page)))).toBe('a:A,b:B,c:C');
  });

  it('without a schema', () => {
    const { store } = pagesKit();
    const plain = updatePage.extend({ name: 'plain', schema: undefined });
    for (const response of ['c', {}, { page: { slug: 'c' } }, [{ slug: 'c' }]]) {
      void store.fetch(plain, { slug: 'a' });
      requests.last.answer(response);
    }
    expect(shown(store.get(new All(Page)))).toBe('a:A,b:B');
  });

  it('if the response has both', () => {
    const it = pagesKit();
    rename(it, 'a', { slug: 'c', title: 'C', next: { slug: 'a', title: 'A' } });
    expect(shown(it.store.get(new All(Page)))).toBe('a:A,b:B,c:C');
  });

  it.each(['PUT', 'PATCH'])('except of %s', async (method) => {
    const { store } = pagesKit();
    const endpoint = new RestEndpoint({
      path: 'http://api.test/pages/:slug',
      method,
      schema: Page,
      fetchResponse: () => Promise.resolve(Response.json({ slug: 'c', title: 'C' })),
    });
    await store.fetch(endpoint, { slug: 'a' }, { title: 'C' });
    expect(shown(store.get(new All(Page)))).toBe('b:B,c:C');
  });
});

describe('lists that filter by a member', () => {
  it('follow an entity whose primary key an update changes', () => {
    const { store } = storeKit();
    const lists = new Collection([Page]);
    const getList = new Endpoint(requests.send, { name: 'getList', schema: lists });
    for (const [title, slugs] of [
      ['A', ['a', 'b']],
      ['C', ['d']],
    ] as const) {
      void store.fetch(getList, { title });
      requests.last.answer(slugs.map((slug) => ({ slug, title })));
    }
    rename({ store }, 'a', { slug: 'c', title: 'C' });
    expect(shown(store.get(lists, { title: 'A' }))).toBe('b:A');
    expect(shown(store.get(lists, { title: 'C' }))).toBe('d:C,c:C');
  });
});
