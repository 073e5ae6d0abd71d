import { assertIssues } from '../data/assertIssues.js';
import { checkLoad } from './support/checkLoad.js';
import { readFirst } from './support/readFirst.js';

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
    verify: ({ store }) => assertIssues(readFirst(store), data.issues),
    after: ({ store }) => store.close(),
  }),
};
