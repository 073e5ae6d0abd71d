import { titlePatches } from '../data/makePatches.js';
import { checkPatch } from './support/checkPatch.js';

export const scenario = {
  id: 'C1',
  title: 'Patch one row',
  about: 'One field of one row is written; nobody reads.',
  sizes: { full: [1_000, 10_000, 100_000], quick: [250, 1_000] },
  check: checkPatch,
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    const nextPatch = titlePatches(data.issues);
    return {
      repeat: true,
      run: () => {
        const { id, change } = nextPatch();
        return store.patchIssue(id, change);
      },
      close: () => store.close(),
    };
  },
};
