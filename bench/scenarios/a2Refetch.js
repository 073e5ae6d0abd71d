import { checkRefetch } from './support/checkRefetch.js';

/** The same list arrives again: other objects with the same content. */
export const scenario = {
  id: 'A2',
  title: 'Refetch of identical data',
  sizes: { full: [1_000, 10_000], quick: [250, 1_000] },
  check: checkRefetch,
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    return {
      quietHeap: true,
      prepare: data.parse,
      run: (answer) => store.load(answer),
      close: () => store.close(),
    };
  },
};
