import { assertIssues } from '../data/assertIssues.js';
import { dataOf } from '../data/dataOf.js';
import { titlePatches } from '../data/makePatches.js';
import { watchWrites } from './watchWrites.js';

const ROWS_PER_PAGE = 100;
const PERIOD_MS = 1_000 / 60;
/** Of the times of commits those are left out in which the machine did something else. */
const KEPT = 0.95;

const writes = watchWrites();
/** No server answers: the data is what is stored. */
globalThis.fetch = () => new Promise(() => {});

let open;

/** Opens a store. Gives the page of the row that is written first. */
globalThis.openStore = async (id, n, options) => {
  localStorage.clear();
  const { contender } = await import(`/stored/${id}.js`);
  const data = dataOf(n, contender);
  const store = await contender.open(options);
  const next = titlePatches(data.issues);
  open = { contender, options, data, store, next };
  return pageOf(placeOf(titlePatches(data.issues)().id));
};

/** A response of all rows arrives. What comes after its commit counts. Resolves when nothing was stored for so long, ms. */
globalThis.loadRows = async (quiet) => {
  const pages = inPages(open.data.parse());
  open.store.load(pages);
  performance.mark('begin');
  await writes.quiet(quiet);
};

/** Writes one row at each tick. */
globalThis.writeRows = async (times, quiet) => {
  writes.take();
  performance.mark('begin');
  await eachTick(times, () => patch(open.store, open.next()));
  await writes.quiet(quiet);
};

/** What `writeRows` has stored. Not while the clock runs: it makes texts of it. */
globalThis.takeWrites = () => writes.take();

/** Writes one row at each tick, to the store and to one that is not stored. Gives the mean times of a commit, ms. */
globalThis.compareCommits = async (times, quiet) => {
  const { contender, data, options, store } = open;
  if (!open.bare) {
    open.bare = await contender.open({ ...options, isStored: false });
    open.bare.load(inPages(data.parse()));
  }
  const series = new Map([
    [store, []],
    [open.bare, []],
  ]);
  let order = [store, open.bare];
  await eachTick(times, () => {
    const write = open.next();
    for (const one of order) {
      const start = performance.now();
      patch(one, write);
      series.get(one).push(performance.now() - start);
    }
    order = order.toReversed();
  });
  await writes.quiet(quiet);
  return { stored: trimmedMean(series.get(store)), bare: trimmedMean(series.get(open.bare)) };
};

/** Opens a store and reads a page of rows. Gives how long that took, ms. */
globalThis.readRows = async (id, n, options, page) => {
  const { contender } = await import(`/stored/${id}.js`);
  const start = performance.now();
  const store = await contender.open(options);
  const rows = await store.readPage(page);
  const time = performance.now() - start;
  open = { contender, n, page, rows };
  return time;
};

/** Throws unless `readRows` has given what so many writes have made of the page. */
globalThis.checkRows = (written) => {
  const { contender, n, page, rows } = open;
  const issues = dataOf(n, contender).parse();
  const next = titlePatches(issues);
  for (let i = 0; i < written; i++) {
    const { id, change } = next();
    Object.assign(issues[placeOf(id)], change);
  }
  assertIssues(rows, inPages(issues)[page]);
};

function patch(store, { id, change }) {
  store.patchIssue(pageOf(placeOf(id)), id, change);
}

async function eachTick(times, act) {
  const start = performance.now();
  for (let i = 1; i <= times; i++) {
    act();
    const wait = start + i * PERIOD_MS - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
  }
}

function inPages(rows) {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_PAGE) }, (_, page) =>
    rows.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE),
  );
}

function placeOf(id) {
  return Number(id) - 1;
}

function pageOf(place) {
  return Math.floor(place / ROWS_PER_PAGE);
}

function trimmedMean(times) {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length * KEPT));
  return kept.reduce((sum, time) => sum + time, 0) / kept.length;
}
