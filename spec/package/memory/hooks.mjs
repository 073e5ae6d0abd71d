// Prints, as JSON, how many bytes of heap a mounted `useSuspense` takes beyond a hand-written subscription, and how many are left of each
// when all are unmounted, before `gcTime` is over.
import { JSDOM } from 'jsdom';
import { createElement, Suspense, useCallback, useSyncExternalStore } from 'react';
import { createStore, Entity, RestEndpoint } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';
import { heapUsed, median } from './heap.mjs';

const ROWS = 1_000;
const ROUNDS = 3;

const { window } = new JSDOM('<div id="root"></div>');
Object.assign(globalThis, { window, document: window.document, navigator: window.navigator });
const { createRoot } = await import('react-dom/client');
const { flushSync } = await import('react-dom');

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'Issue';
}

const getIssues = new RestEndpoint({ path: '/issues', schema: [Issue] });
const getIssue = new RestEndpoint({ path: '/issues/:id', schema: Issue });
const issues = Array.from({ length: ROWS }, (_, i) => ({ id: `${i}`, title: `Issue ${i}` }));

const OurRow = ({ id }) => createElement('b', null, useSuspense(getIssue, { id }).title);

const titles = new Map(issues.map(({ id, title }) => [id, title]));
const listeners = new Map();
/** The least that React asks for: an external store that calls the rows concerned. */
const PlainRow = ({ id }) => {
  const subscribe = useCallback(
    (listener) => {
      const own = listeners.get(id) ?? new Set();
      listeners.set(id, own.add(listener));
      return () => own.delete(listener) && own.size === 0 && listeners.delete(id);
    },
    [id],
  );
  return createElement(
    'b',
    null,
    useSyncExternalStore(subscribe, () => titles.get(id)),
  );
};

const rounds = [];
for (let i = 0; i <= ROUNDS; i++) {
  const plain = await mount(PlainRow);
  const ours = await mount(OurRow);
  rounds.push({ mounted: ours.mounted - plain.mounted, left: ours.left - plain.left });
}
// The first round compiles.
const counted = rounds.slice(1);
console.log(
  JSON.stringify({
    mounted: median(counted.map(({ mounted }) => mounted)),
    left: median(counted.map(({ left }) => left)),
  }),
);
process.exit();

/** Bytes per row that mounting adds, and that are left when the rows are unmounted and the grace time is over. */
async function mount(Row) {
  const store = createStore({ graceTime: 0, dataExpiryLength: 1e9 });
  store.setResponse(getIssues, structuredClone(issues));
  // A subscriber shows the list, so the instances of its rows do not count as memory of the hooks.
  store.observe(getIssues).subscribe();
  const root = createRoot(window.document.getElementById('root'));
  const show = (rows) =>
    flushSync(() => root.render(createElement(StoreProvider, { store }, rows)));
  show(null);
  const before = await quietHeap();
  show(
    createElement(
      Suspense,
      null,
      issues.map(({ id }) => createElement(Row, { key: id, id })),
    ),
  );
  const mounted = (await quietHeap()) - before;
  // React keeps the tree before the last one.
  show(null);
  show(null);
  const left = (await quietHeap()) - before;
  root.unmount();
  store.dispose();
  return { mounted: mounted / ROWS, left: left / ROWS };
}

/** Bytes in the heap after effects, timers and finalizers have run. */
async function quietHeap() {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    heapUsed();
  }
  return heapUsed();
}
