import { assertIssues } from '../data/assertIssues.js';
import { checkRefetch } from './support/checkRefetch.js';

export const scenario = {
  id: 'A4',
  title: 'Refetch of identical data, then read the list',
  about: 'The same list arrives again while it is shown, and is read.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: checkRefetch,
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    await store.hold();
    store.readList();
    return {
      quietHeap: true,
      prepare: data.parse,
      run: (answer) => {
        const loading = store.load(answer);
        return loading ? loading.then(() => store.readList()) : store.readList();
      },
      verify: () => assertIssues(store.readList(), data.parse()),
      close: () => store.close(),
    };
  },
};
