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

let [data, store, next] = [];

/** Opens a store. */
globalThis.openPages = async (id, n, options) => {
  localStorage.clear();
  const contender = await contenderOf(id);
  data = dataOf(n, contender);
  next = titlePatches(data.issues);
  store = await contender.open(options);
};

/** A response of all rows arrives. What comes after its commit counts. */
globalThis.loadPages = async (quiet) => {
  const pages = inPages(data.parse());
  // Timers of the opening, and the garbage of the preparation.
  await pause(200);
  store.load(pages);
  performance.mark('begin');
  await writes.quiet(quiet);
  writes.take();
};

/** Writes one row at each tick. Resolves when nothing was stored for so long, ms. */
globalThis.writeRows = async (times, quiet) => {
  await eachTick(times, () => patch(store));
  await writes.quiet(quiet);
};

/** What `writeRows` has stored. Not while the clock runs: it makes texts of it. */
globalThis.takeWrites = () => writes.take();

/** Opens a store, and reads a page of rows that was stored by `writeRows`. Gives how long that took, ms. */
globalThis.readPage = async (id, n, options, times) => {
  const contender = await contenderOf(id);
  const { parse } = dataOf(n, contender);
  const issues = parse();
  next = titlePatches(issues);
  const place = Number(next().id) - 1;
  next = titlePatches(issues);
  for (let i = 0; i < times; i++) {
    const { id: pk, change } = next();
    Object.assign(issues[Number(pk) - 1], change);
  }
  const page = pageOf(place);
  await pause(200);
  const start = performance.now();
  store = await contender.open(options);
  const rows = await store.readPage(page);
  const time = performance.now() - start;
  assertIssues(rows, inPages(issues)[page]);
  return time;
};

/** Writes one row at each tick to a store that is stored and to one that is not. Gives the mean times of a commit, ms. */
globalThis.compareCommits = async (id, n, options, times, quiet) => {
  const contender = await contenderOf(id);
  data = dataOf(n, contender);
  next = titlePatches(data.issues);
  const [stored, bare] = await Promise.all(
    [true, false].map((isStored) => contender.open({ ...options, isStored })),
  );
  for (const one of [stored, bare]) one.load(inPages(data.parse()));
  await writes.quiet(quiet);
  const series = new Map([
    [stored, []],
    [bare, []],
  ]);
  let order = [stored, bare];
  await eachTick(times, () => {
    const { id: pk, change } = next();
    for (const one of order) {
      const start = performance.now();
      one.patchIssue(pageOf(Number(pk) - 1), pk, change);
      series.get(one).push(performance.now() - start);
    }
    order = order.toReversed();
  });
  return { stored: trimmedMean(series.get(stored)), bare: trimmedMean(series.get(bare)) };
};

function patch(one) {
  const { id, change } = next();
  one.patchIssue(pageOf(Number(id) - 1), id, change);
}

async function contenderOf(id) {
  return (await import(`/stored/${id}.js`)).contender;
}

async function eachTick(times, act) {
  const start = performance.now();
  for (let i = 1; i <= times; i++) {
    act();
    await pause(Math.max(0, start + i * PERIOD_MS - performance.now()));
  }
}

function inPages(rows) {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_PAGE) }, (_, page) =>
    rows.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE),
  );
}

function pageOf(place) {
  return Math.floor(place / ROWS_PER_PAGE);
}

function trimmedMean(times) {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length * KEPT));
  return kept.reduce((sum, time) => sum + time, 0) / kept.length;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
