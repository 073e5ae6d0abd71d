import { version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createStore } from 'streambed';
import { hydrate } from 'streambed/ssr';
import { App, User } from './App.tsx';
import { propsOf } from './propsOf.ts';

const problems: string[] = [];
const store = createStore({ onError: (error) => problems.push(String(error)) });
Object.assign(globalThis, { page: { problems, store, User, version } });

const { ready } = hydrate(store, { onError: (error) => problems.push(String(error)) });
/** `?late=1`: the page hydrates when the spec calls `takeOver()`. */
const reported = new Promise<void>((resolve) => {
  if (location.search.includes('late=1')) Object.assign(globalThis, { takeOver: resolve });
  else resolve();
});

void Promise.all([ready, reported]).then(() =>
  hydrateRoot(document, <App store={store} {...propsOf(location.search)} />, {
    onRecoverableError: (error) => problems.push(String(error)),
  }),
);
