import { checkLoad } from './support/checkLoad.js';

export const scenario = {
  id: 'A1',
  title: 'Load a list into an empty store',
  about: 'A list arrives in an empty store.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: checkLoad,
  makeCase: (contender, data) => ({
    quietHeap: true,
    prepare: () => ({ store: contender.open(), answer: data.parse() }),
    run: ({ store, answer }) => store.load(answer),
    after: ({ store }) => store.close(),
  }),
};
