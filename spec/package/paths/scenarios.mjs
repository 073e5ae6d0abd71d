import { JSDOM } from 'jsdom';
import { createElement, Suspense } from 'react';
import { firstValueFrom } from 'rxjs';
import { createStore, dehydrate, Entity, rehydrate, resource, RestEndpoint } from 'streambed';
import { asArray, changes, filterChanges } from 'streambed/changes';
import { StoreProvider, useSuspense } from 'streambed/react';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

class Issue extends Entity {
  id = '';
  title = '';
  state = '';
  author = new User();
  static key = 'Issue';
  static schema = { author: User };
}

/** How many entities the response of the list has: rows and their authors. */
const [ROWS, AUTHORS] = [100, 10];

const listResponse = Array.from({ length: ROWS }, (_, i) => ({
  id: `${i}`,
  title: `Issue ${i}`,
  state: 'open',
  author: { id: `u${i % AUTHORS}`, name: 'Ann' },
}));

export const entitiesOfList = ROWS + AUTHORS;

const respond = async (url, init) =>
  Response.json({ id: '1', name: 'Ann', ...(init?.body ? JSON.parse(init.body) : {}) });

const { window } = new JSDOM('<div id="root"></div>');
Object.assign(globalThis, { window, document: window.document, navigator: window.navigator });
const { createRoot } = await import('react-dom/client');

/** Renders into a page; resolves when the page shows `text`. */
async function render(store, component, text) {
  const container = window.document.getElementById('root');
  const tree = createElement(Suspense, { fallback: 'loading' }, createElement(component));
  createRoot(container).render(createElement(StoreProvider, { store }, tree));
  while (container.textContent !== text) await new Promise((shown) => setImmediate(shown));
}

/** The first calls of a program, each scenario in a process of its own: its phases in their order. */
export const scenarios = {
  fetch: {
    async all() {
      const store = createStore({ fetch: respond });
      const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
      await firstValueFrom(store.observe(getUser, { id: '1' }).data$);
    },
  },

  suspense: {
    async all() {
      const store = createStore({ fetch: respond });
      const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
      const Name = () => useSuspense(getUser, { id: '1' }).name;
      await render(store, Name, 'Ann');
    },
  },

  optimistic: {
    async all() {
      const store = createStore({ fetch: respond });
      const Users = resource({ path: '/users/:id', schema: User, optimistic: true });
      store.observe(Users.getList).subscribe();
      await store.fetch(Users.getList.push, { name: 'Bea' });
    },
  },

  set: {
    async all() {
      const store = createStore();
      store.set(User, { id: '1', name: 'Ann' });
      await firstValueFrom(store.query(User, { id: '1' }));
    },
  },

  rehydrate: rehydratePhases(),

  changes: {
    async all() {
      const store = createStore();
      const named$ = changes(store, User).pipe(
        filterChanges(({ name }) => name !== ''),
        asArray(),
      );
      named$.subscribe(() => {});
      store.set(User, { id: '1', name: 'Ann' });
    },
  },

  list: listPhases(),
};

/** A page gets the state of a server, which another store has made. */
function rehydratePhases() {
  let text;
  return {
    dehydrate() {
      const store = createStore();
      store.set(User, { id: '1', name: 'Ann' });
      text = JSON.stringify(dehydrate(store));
    },
    async all() {
      const store = createStore();
      rehydrate(store, JSON.parse(text));
      await firstValueFrom(store.query(User, { id: '1' }));
    },
  };
}

/** A program opens a store, gets a list, shows it and writes one of its rows. */
function listPhases() {
  const getIssues = new RestEndpoint({ path: '/issues', schema: [Issue] });
  let store;
  return {
    create() {
      store = createStore();
    },
    load() {
      store.setResponse(getIssues, listResponse);
    },
    observe() {
      store.observe(getIssues).subscribe(() => {});
    },
    write() {
      store.set(Issue, { id: '3', title: 'changed' });
    },
  };
}
