import { assertIssues } from '../data/assertIssues.js';
import { checkLoad } from './support/checkLoad.js';
import { readFirst } from './support/readFirst.js';

export const scenario = {
  id: 'B1',
  title: 'Read the list for the first time',
  about: 'The first reader of a loaded list gets it, authors in place.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: checkLoad,
  makeCase: (contender, data) => ({
    quietHeap: true,
    async prepare() {
      const store = contender.open();
      await store.load(data.parse());
      return store;
    },
    run: readFirst,
    verify: (_, list) => assertIssues(list, data.issues),
    after: (store) => store.close(),
  }),
};
