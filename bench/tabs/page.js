import { createStore, Endpoint, Entity } from '../../dist/esm/index.js';
import { shareTabs } from '../../dist/esm/tabs.js';

// A tab that shows rows, which another tab edits.

class Issue extends Entity {
  id = '';
  title = '';
  state = 'open';
  comments = 0;
  static key = 'Issue';
}

const getIssues = new Endpoint(() => new Promise(() => {}), {
  name: 'getIssues',
  schema: [Issue],
});

/** The times of the callbacks of timers, ms. A store sends what has changed in one of them. */
let timers = [];
const { setInterval: begin } = globalThis;
globalThis.setInterval = (run, ...rest) =>
  begin(
    () => {
      const start = performance.now();
      run();
      timers.push(performance.now() - start);
    },
    ...rest,
  );

let store;
let shown;
let bare;

const now = () => performance.timeOrigin + performance.now();

/** A frame: then no timer of the page before it is due. */
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

globalThis.openTab = (rows) => {
  store = createStore({ gcTime: Infinity, plugins: [shareTabs({ name: 'bench' })] });
  const issues = Array.from({ length: rows }, (_, id) => ({ id: `${id}`, title: 'Issue' }));
  store.setResponse(getIssues, issues);
  store
    .observe(getIssues)
    .subscribe(({ data }) => (shown = { titles: data.map(({ title }) => title), at: now() }));
  bare = new BroadcastChannel('bare');
  bare.addEventListener('message', ({ data }) => (shown = { titles: [data.title], at: now() }));
};

/** Gives some rows a title. Gives when, and how long the timer took that has sent it, ms. */
globalThis.edit = async (rows, title) => {
  await frame();
  timers = [];
  const at = now();
  store.batch(() => {
    for (let id = 0; id < rows; id++) store.set(Issue, { id: `${id}`, title });
  });
  while (timers.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  return { at, sender: timers[0] };
};

/** Posts one row without a store. */
globalThis.post = async (title) => {
  await frame();
  const at = now();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
  bare.postMessage({ id: '0', title, state: 'open', comments: 0 });
  return { at, sender: performance.timeOrigin + performance.now() - at };
};

/** When the first rows had a title. */
globalThis.shownAt = async (rows, title) => {
  const isThere = () => shown.titles.slice(0, rows).every((one) => one === title);
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1));
  return shown.at;
};
