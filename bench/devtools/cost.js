// What `devtools()` costs in development: one row of 1,000 shown ones is written, with the plugin and without, by turns.
import { devtools } from '../../dist/esm/devtools.js';
import { createStore, Entity } from '../../dist/esm/index.js';
import { summarize } from '../runner/statistics.js';

/** With the plugin, a commit may take so many times as long. */
const LIMIT = 1.5;
/** What the recording may keep: 500 commits, each with the path to one row of a table of 1,000. Bytes. */
const HEAP_LIMIT = 4_000_000;
const ROWS = 1_000;
const SAMPLES = 60;
const WRITES = 200;

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'Issue';
}

function shownRows(plugins) {
  const store = createStore({ plugins, gcTime: Infinity });
  let count = 0;
  store.batch(() => {
    for (let id = 0; id < ROWS; id++) store.set(Issue, { id: `${id}`, title: 'Issue' });
  });
  for (let id = 0; id < ROWS; id++) store.query(Issue, { id: `${id}` }).subscribe(() => count++);
  let write = 0;
  return () => {
    const start = performance.now();
    for (let i = 0; i < WRITES; i++) {
      store.set(Issue, { id: `${++write % ROWS}`, title: `Changed ${write}` });
    }
    return ((performance.now() - start) / WRITES) * 1_000;
  };
}

const without = shownRows([]);
const withPlugin = shownRows([devtools()]);
const heapBefore = heapOf();
const ratios = [];
const times = [[], []];
for (let sample = 0; sample < SAMPLES; sample++) {
  const pair =
    sample % 2 === 0 ? [without(), withPlugin()] : [withPlugin(), without()].toReversed();
  // The first samples are for the compiler.
  if (sample < 20) continue;
  pair.forEach((time, at) => times[at].push(time));
  ratios.push(pair[1] / pair[0]);
  // Effects of commits are noted until the next microtask.
  await Promise.resolve();
}
const [bare, recorded] = times.map((all) => summarize(all).median);
const { median } = summarize(ratios);
console.log(`a commit of one row of ${ROWS} shown ones: ${bare.toFixed(1)} µs`);
console.log(
  `with devtools():  ${recorded.toFixed(1)} µs, ${median.toFixed(2)} ×, at most ${LIMIT} ×`,
);
const kept = heapOf() - heapBefore;
console.log(
  `heap after ${SAMPLES * WRITES} recorded commits: ${Math.round(kept / 1_000)} kB more, at most ${HEAP_LIMIT / 1_000} kB`,
);
process.exit(median > LIMIT || kept > HEAP_LIMIT ? 1 : 0);

/** Bytes. */
function heapOf() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
