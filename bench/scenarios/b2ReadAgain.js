import { assertIssues } from '../data/assertIssues.js';
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
    // Two of them in turn: the optimizer reads what cannot have changed only once for all repeats.
    const stores = [await openShown(contender, data), await openShown(contender, data)];
    let i = 0;
    return {
      repeat: true,
      run: () => stores[i++ & 1].readList(),
      verify: (_, list) => assertIssues(list, data.issues),
      close: () => stores.forEach((store) => store.close()),
    };
  },
};
