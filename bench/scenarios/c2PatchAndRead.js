import assert from 'node:assert/strict';
import { titlePatches } from '../data/makePatches.js';
import { checkPatch } from './support/checkPatch.js';
import { openShown } from './support/openShown.js';
import { readWhenTold } from './support/readWhenTold.js';

export const scenario = {
  id: 'C2',
  title: 'Patch one row, then read the list',
  about: 'One field of one row of a shown list is written, and the list is read.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: checkPatch,
  async makeCase(contender, data) {
    const store = await openShown(contender, data);
    const nextPatch = titlePatches(data.issues);
    let last;
    return {
      repeat: true,
      run: () => {
        last = nextPatch();
        store.patchIssue(last.id, last.change);
        return readWhenTold(store);
      },
      verify: (_, list) => assert.equal(list[Number(last.id) - 1].title, last.change.title),
      close: () => store.close(),
    };
  },
};
