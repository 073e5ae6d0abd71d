import { JSDOM } from 'jsdom';
import { createElement, Suspense } from 'react';
import { firstValueFrom } from 'rxjs';
import { createStore, Entity, resource, RestEndpoint } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

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

/** The first calls of a program, each on a store of its own. */
export const scenarios = {
  async fetch() {
    const store = createStore({ fetch: respond });
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    await firstValueFrom(store.observe(getUser, { id: '1' }).data$);
  },

  async suspense() {
    const store = createStore({ fetch: respond });
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    const Name = () => useSuspense(getUser, { id: '1' }).name;
    await render(store, Name, 'Ann');
  },

  async optimistic() {
    const store = createStore({ fetch: respond });
    const Users = resource({ path: '/users/:id', schema: User, optimistic: true });
    store.observe(Users.getList).subscribe();
    await store.fetch(Users.getList.push, { name: 'Bea' });
  },

  async set() {
    const store = createStore();
    store.set(User, { id: '1', name: 'Ann' });
    await firstValueFrom(store.query(User, { id: '1' }));
  },
};
