import { checkLoad } from './support/checkLoad.js';

/** The first reader of a loaded list gets it, authors in place. */
export const scenario = {
  id: 'B1',
  title: 'Read the list for the first time',
  sizes: { full: [1_000, 10_000], quick: [250, 1_000] },
  check: checkLoad,
  makeCase: (contender, data) => ({
    quietHeap: true,
    async prepare() {
      const store = contender.open();
      await store.load(data.parse());
      return store;
    },
    run: (store) => (store.readFirst ? store.readFirst() : store.readList()),
    after: (store) => store.close(),
  }),
};
