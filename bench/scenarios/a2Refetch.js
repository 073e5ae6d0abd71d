import { assertIssues } from '../data/assertIssues.js';
import { checkRefetch } from './support/checkRefetch.js';
import { readFirst } from './support/readFirst.js';

export const scenario = {
  id: 'A2',
  title: 'Refetch of identical data',
  about: 'The same list arrives again: other objects with the same content.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: checkRefetch,
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    return {
      quietHeap: true,
      prepare: data.parse,
      run: (answer) => store.load(answer),
      verify: () => assertIssues(readFirst(store), data.issues),
      close: () => store.close(),
    };
  },
};
