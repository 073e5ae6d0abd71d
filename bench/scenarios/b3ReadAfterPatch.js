import assert from 'node:assert/strict';
import { titlePatches } from '../data/makePatches.js';
import { checkPatch } from './support/checkPatch.js';
import { openShown } from './support/openShown.js';

export const scenario = {
  id: 'B3',
  title: 'Read the list after one row changed',
  about: 'One row was written; the list is read. Only the read is timed.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: checkPatch,
  async makeCase(contender, data) {
    const store = await openShown(contender, data);
    const nextPatch = titlePatches(data.issues);
    // What tells its readers on write would have read before the clock starts.
    store.letGo?.();
    let last;
    return {
      async prepare() {
        last = nextPatch();
        store.patchIssue(last.id, last.change);
        await store.flush?.();
      },
      run: () => store.readList(),
      verify: (_, list) => assert.equal(list[Number(last.id) - 1].title, last.change.title),
      close: () => store.close(),
    };
  },
};
