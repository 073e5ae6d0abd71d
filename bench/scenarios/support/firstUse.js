import { assertIssues } from '../../data/assertIssues.js';
import { dataOf } from '../../data/dataOf.js';
import { startStopwatch } from '../../runner/stopwatch.js';
import { readFirst } from './readFirst.js';

const CHANGE = { title: 'changed' };

/**
 * Opens a store, loads a list, reads it, writes one row and reads the list again, each for the first time. Returns how long opening
 * took, and all of it, ms. Throws if the list is wrong.
 */
export async function firstUse(contender, n) {
  const { issues, parse } = dataOf(n, contender);
  const answer = parse();
  const stop = startStopwatch();
  const store = contender.open();
  const opening = stop();
  await store.load(answer);
  readFirst(store);
  await store.patchIssue('3', CHANGE);
  await store.flush?.();
  const list = store.readList();
  const total = stop();
  assertIssues(
    list,
    issues.map((issue) => (issue.id === '3' ? { ...issue, ...CHANGE } : issue)),
  );
  return { opening, total };
}
