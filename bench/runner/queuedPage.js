import { dataOf } from '../data/dataOf.js';
import { contender } from '../stored/streambed.js';
import { watchWrites } from './watchWrites.js';

const NAME = 'queued';
const ROWS_PER_MUTATION = 10;
const SAMPLES = 100;
/** Commits per sample: the clock of the page has steps of 5 µs. */
const PER_SAMPLE = 20;

const writes = watchWrites();
/** No server answers. */
globalThis.fetch = () => new Promise(() => {});

let store;
let bare;

/** Opens a store whose rows are stored, and one without an outbox that stores nothing. */
globalThis.openQueue = async (count, quiet) => {
  const rows = dataOf(count * ROWS_PER_MUTATION, contender);
  store = contender.open({ name: NAME, isStored: true, isQueued: true });
  bare = contender.open({ isStored: false });
  store.load([rows.parse()]);
  bare.load([rows.parse()]);
  await writes.quiet(quiet);
};

/** Makes mutations of as many rows, in one task. */
globalThis.queueMutations = (count) => {
  for (let id = 1; id <= count; id++) store.queue(String(id), { title: titleOf(id) });
};

/** Resolves when nothing was stored for so long, ms, and so many mutations wait. */
globalThis.storeMutations = async (count, quiet) => {
  await store.queued(count);
  await writes.quiet(quiet);
};

/** Writes rows that no mutation changes, to both stores by turns. Gives the median times of a commit, ms. */
globalThis.compareCommits = (count) => {
  const series = new Map([
    [store, []],
    [bare, []],
  ]);
  let order = [store, bare];
  for (let i = 1; i <= SAMPLES; i++) {
    const change = { title: `Written ${i}` };
    for (const one of order) {
      const start = performance.now();
      for (let id = 1; id <= PER_SAMPLE; id++) one.patchIssue(0, String(count + id), change);
      series.get(one).push((performance.now() - start) / PER_SAMPLE);
    }
    order = order.toReversed();
  }
  return { queued: medianOf(series.get(store)), bare: medianOf(series.get(bare)) };
};

/** Opens a store with the mutations of a page before. Gives how long it takes until their predictions are visible, ms. */
globalThis.restoreQueue = async (count) => {
  const start = performance.now();
  const restored = contender.open({ name: NAME, isStored: true, isQueued: true });
  await restored.queued(count);
  const time = performance.now() - start;
  for (let id = 1; id <= count; id++) {
    const title = restored.titleOf(String(id));
    if (title !== titleOf(id)) throw new Error(`The title of row ${id} is ${title}.`);
  }
  return time;
};

function titleOf(id) {
  return `Queued ${id}`;
}

function medianOf(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
