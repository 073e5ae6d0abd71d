import { createStore, dehydrate, Endpoint } from 'streambed';
import { escapeState, hydrate, partScript } from 'streambed/ssr';
import type { DehydratedState } from '../../../src/features/dehydrate/DehydratedState.ts';
import { ann, bob, User } from '../../support/entities.ts';

const getUser = new Endpoint(() => new Promise<never>(() => {}), {
  name: 'getUser',
  schema: User,
  lookup: true,
});

let rendering = createStore();

/** The script of a part with one user. All parts of a spec are of one server store. */
function part(user: { id: string; name: string }, nonce?: string): string {
  rendering.set(User, user);
  return partScript(dehydrate(rendering, [{ schema: User, args: [{ id: user.id }] }]), { nonce });
}

/** A document that is being parsed. The spec ends the parsing. */
function loadingDocument(html = '') {
  document.body.innerHTML = html;
  let state: DocumentReadyState = 'loading';
  Object.defineProperty(document, 'readyState', { configurable: true, get: () => state });
  return {
    add: (text: string) => {
      const range = document.createRange();
      document.body.append(range.createContextualFragment(text));
      return Promise.resolve();
    },
    end: () => {
      state = 'complete';
      document.dispatchEvent(new Event('DOMContentLoaded'));
    },
  };
}

const stores: ReturnType<typeof createStore>[] = [];
const newStore = (options: Parameters<typeof createStore>[0] = {}) => {
  const store = createStore(options);
  stores.push(store);
  return store;
};
const nameOf = (store: (typeof stores)[number], id: string) => store.get(User, { id })?.name;

beforeEach(() => {
  rendering = createStore();
});

afterEach(() => {
  rendering.dispose();
  for (const store of stores.splice(0)) store.dispose();
  // Restores the property of the prototype.
  Reflect.deleteProperty(document, 'readyState');
});

describe('two apps on one page', () => {
  const partOf = (name: string, id?: string): string => {
    rendering.set(User, { id: 'me', name });
    return partScript(dehydrate(rendering), { id });
  };

  it('get the parts of their own id, in any order, present and later ones', async () => {
    const ids = ['forum', 'shop.v-2_b', undefined];
    const html = ids.map((id) => partOf(`of ${id}`, id)).join('');
    const page = loadingDocument(html);
    const later = [undefined, 'shop.v-2_b', 'forum'].map((id) => {
      const store = newStore();
      hydrate(store, { id });
      expect(nameOf(store, 'me')).toBe(`of ${id}`);
      return { id, store };
    });
    for (const id of ids) await page.add(partOf(`late ${id}`, id));
    for (const { id, store } of later) expect(nameOf(store, 'me')).toBe(`late ${id}`);
    page.end();
  });

  it('get the parts of one server store each, in the order of the page', async () => {
    const [shop, forum] = [createStore(), createStore()];
    const partWith = (from: typeof shop, name: string): string => {
      from.set(User, { id: 'me', name });
      return partScript(dehydrate(from));
    };
    const page = loadingDocument(partWith(shop, 'of shop') + partWith(forum, 'of forum'));
    const [first, second] = [newStore(), newStore()];
    hydrate(first);
    hydrate(second);
    hydrate(first);
    expect([first, second].map((store) => nameOf(store, 'me'))).toEqual(['of shop', 'of forum']);
    await page.add(partWith(forum, 'late forum'));
    await page.add(partWith(shop, 'late shop'));
    expect([first, second].map((store) => nameOf(store, 'me'))).toEqual([
      'late shop',
      'late forum',
    ]);
    page.end();
  });

  it('read parts whose server store is not known, of all apps', () => {
    rendering.set(User, ann);
    const known = partScript(dehydrate(rendering));
    rendering.set(User, bob);
    const unknown = partScript({ ...dehydrate(rendering) });
    loadingDocument(known + unknown);
    for (const store of [newStore(), newStore()]) {
      hydrate(store);
      expect([nameOf(store, '1'), nameOf(store, '2')]).toEqual(['Ann', 'Bob']);
    }
  });

  it.each(['', 'a b', '"', '<', 'ä'])('cannot have the id %j', (id) => {
    const expected = expect.objectContaining({ code: 'SB_OPTION_INVALID' }) as unknown;
    expect(() => partOf('x', id)).toThrow(expected as Error);
    expect(() => hydrate(newStore(), { id })).toThrow(expected as Error);
  });
});

describe('hydrate()', () => {
  it('loads present parts at once, and later parts as they arrive', async () => {
    const page = loadingDocument(part(ann));
    const store = newStore();
    const { ready } = hydrate(store);
    expect(nameOf(store, '1')).toBe('Ann');
    await ready;
    await page.add(part(bob));
    expect(nameOf(store, '2')).toBe('Bob');
  });

  it('is ready after the first part, or at the end of a page without parts', async () => {
    const page = loadingDocument();
    let isReady = false;
    void hydrate(newStore()).ready.then(() => (isReady = true));
    await page.add('<p>text</p>');
    expect(isReady).toBe(false);
    await page.add(part(ann));
    await Promise.resolve();
    expect(isReady).toBe(true);
    const empty = loadingDocument();
    const { ready } = hydrate(newStore());
    empty.end();
    await ready;
  });

  it('waits until a part is complete', async () => {
    const page = loadingDocument();
    const store = newStore();
    hydrate(store);
    await page.add(part(ann));
    const script = document.body.lastElementChild as HTMLElement;
    const other = script.cloneNode() as HTMLElement;
    const text = (script.textContent ?? '').replace('Ann', 'Bea');
    other.append(text.slice(0, 20));
    document.body.append(other);
    await Promise.resolve();
    expect(nameOf(store, '1')).toBe('Ann');
    (other.firstChild as Text).appendData(text.slice(20));
    await Promise.resolve();
    expect(nameOf(store, '1')).toBe('Bea');
  });

  it('loads each part once, in any order', async () => {
    const page = loadingDocument(part(bob));
    const store = newStore();
    const commits: string[] = [];
    store.actions$.subscribe(({ type }) => commits.push(type));
    hydrate(store);
    await page.add(part(ann));
    await page.add('<p>text</p>');
    page.end();
    expect(commits).toEqual(['hydrate', 'hydrate']);
  });

  it('ends with the page, on `stop()`, and with the store', async () => {
    const page = loadingDocument();
    const [first, second, third] = [newStore(), newStore(), newStore()];
    hydrate(first).stop();
    hydrate(second);
    second.dispose();
    hydrate(third);
    page.end();
    await page.add(part(ann));
    expect(nameOf(first, '1')).toBeUndefined();
    expect(nameOf(third, '1')).toBeUndefined();
  });

  it('loads no part after a reset, because parts belong to the earlier session', async () => {
    const page = loadingDocument(part(ann));
    const store = newStore();
    hydrate(store);
    await store.reset();
    await page.add(part(bob));
    expect(store.stats().entities).toBe(0);
  });

  it('reports a part that cannot be read, and loads the others', () => {
    const bad = part(ann).replace(/\{.*\}/, (text) => 'x'.repeat(text.length));
    const foreign = part(ann).replace('"streambed":1', '"streambed":9');
    loadingDocument(bad + foreign + part(bob));
    const reported: unknown[] = [];
    const store = newStore();
    hydrate(store, { onError: (error) => reported.push(error) });
    const invalid = expect.objectContaining({ code: 'SB_STATE_INVALID' }) as Error;
    expect(reported).toEqual([invalid, invalid]);
    expect(nameOf(store, '2')).toBe('Bob');
  });

  it('uses the age of the page if it is given', () => {
    const server = createStore();
    server.setResponse(getUser, ann);
    const state = { ...dehydrate(server), at: 5_000 } as DehydratedState;
    server.dispose();
    const stamps = [[4_000, 5_000, 65_000]] as const;
    loadingDocument(partScript({ ...state, stamps }));
    const [known, unknown] = [newStore(), newStore()];
    hydrate(known, { age: 0 });
    hydrate(unknown);
    expect(known.getState(getUser).status).toBe('valid');
    expect(unknown.getState(getUser).status).toBe('stale');
  });
});

describe('partScript()', () => {
  it('refuses a nonce that would end its attribute', () => {
    const state = dehydrate(newStore());
    expect(() => partScript(state, { nonce: 'x" onload="alert(1)' })).toThrow('SB_OPTION_INVALID');
    expect(partScript(state, { nonce: 'abc+/=' })).toContain(' nonce="abc+/="');
  });

  it('writes hostile data as text', () => {
    const store = newStore();
    store.set(User, { id: '</script>', name: '<!-- <script> \u2028\u2029 & ]]>' });
    const state = dehydrate(store);
    const text = escapeState(state);
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(state)));
  });
});
