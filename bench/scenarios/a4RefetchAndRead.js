import { assertIssues } from '../data/assertIssues.js';
import { checkRefetch } from './support/checkRefetch.js';
import { openShown } from './support/openShown.js';
import { readWhenTold } from './support/readWhenTold.js';

export const scenario = {
  id: 'A4',
  title: 'Refetch of identical data, then read the list',
  about: 'The same list arrives again while it is shown, and is read.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: checkRefetch,
  async makeCase(contender, data) {
    const store = await openShown(contender, data);
    return {
      quietHeap: true,
      prepare: data.parse,
      run: (answer) => {
        store.load(answer);
        return readWhenTold(store);
      },
      verify: (_, list) => assertIssues(list, data.issues),
      close: () => store.close(),
    };
  },
};
