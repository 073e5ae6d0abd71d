import assert from 'node:assert/strict';
import { checkLoad } from './support/checkLoad.js';
import { openShown } from './support/openShown.js';

export const scenario = {
  id: 'B2',
  title: 'Read the list again, nothing changed',
  about: 'A list that is shown is read again; nothing was written.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  async check(contender, data) {
    await checkLoad(contender, data);
    const store = await openShown(contender, data);
    const same = store.readList() === store.readList();
    store.close();
    return same ? {} : { reads: 'another list each time' };
  },
  async makeCase(contender, data) {
    const store = await openShown(contender, data);
    return {
      repeat: true,
      run: () => store.readList(),
      verify: () => assert.equal(store.readList().length, data.n),
      close: () => store.close(),
    };
  },
};
