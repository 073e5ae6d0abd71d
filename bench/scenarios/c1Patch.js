import assert from 'node:assert/strict';
import { titlePatches } from '../data/makePatches.js';
import { checkPatch } from './support/checkPatch.js';
import { readFirst } from './support/readFirst.js';

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
    let last;
    return {
      repeat: true,
      run: () => {
        last = nextPatch();
        store.patchIssue(last.id, last.change);
      },
      verify: () => assert.equal(readFirst(store)[Number(last.id) - 1].title, last.change.title),
      close: () => store.close(),
    };
  },
};
