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
    return {
      prepare: () => {
        const { id, change } = nextPatch();
        return store.patchIssue(id, change);
      },
      run: () => store.readList(),
      close: () => store.close(),
    };
  },
};
