import assert from 'node:assert/strict';
import { assertIssues } from '../../data/assertIssues.js';
import { newIssues } from '../../data/makeIssues.js';
import { startStopwatch } from '../../runner/stopwatch.js';

/** Rows that are added within a sample, one after the other; a list that has grown by a tenth is replaced. */
const ADDED = 20;

/**
 * A scenario in which rows are added to something that is shown, one at a time. `open` makes a store, loads the data and returns the
 * functions that add a row and read what is shown. Timed per row: until the longer list was read.
 */
export function growingScenario({ open, ...scenario }) {
  const openGrowing = async (contender, data) => {
    const shown = await open(contender, data);
    shown.read();
    return shown;
  };
  return {
    sizes: { full: [1_000, 10_000], quick: [500] },
    async check(contender, data) {
      const { store, add, read } = await openGrowing(contender, data);
      const before = read();
      const added = newIssues(data, 2);
      for (const issue of added) {
        await add(issue);
        await store.flush?.();
      }
      const after = read();
      assert.equal(after.length, data.n + 2);
      if (typeof after[0].author === 'object')
        assertIssues(after, [...data.issues, ...newIssues(data, 2)]);
      const kept = before.filter((row, i) => row === after[i]).length;
      store.close();
      return kept === data.n ? {} : { 'other rows': `${kept} of ${data.n} kept` };
    },
    makeCase(contender, data) {
      let shown;
      let added = [];
      return {
        async takeSample() {
          if (added.length < ADDED) {
            shown?.store.close();
            shown = await openGrowing(contender, data);
            added = newIssues(data, Math.max(data.n / 10, ADDED)).toReversed();
          }
          const { store, add, read } = shown;
          const stop = startStopwatch();
          for (let i = 0; i < ADDED; i++) {
            add(added.pop());
            if (store.flush) await store.flush();
            globalThis.lastResult = read();
          }
          return stop() / ADDED;
        },
        verify() {
          const length = shown.read().length;
          assert.ok(length > data.n && length <= data.n * 1.1 + ADDED, `${length} rows`);
        },
        close: () => shown.store.close(),
      };
    },
    ...scenario,
  };
}
