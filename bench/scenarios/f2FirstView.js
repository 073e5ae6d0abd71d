import assert from 'node:assert/strict';
import { openByRank } from '../contenders/support/openByRank.js';
import { checkView } from './support/checkView.js';

export const scenario = {
  id: 'F2',
  title: 'Open issues by rank: the first result',
  about: 'The view is opened over a loaded store that nobody has read.',
  sizes: { full: [100_000], quick: [500] },
  check: checkView,
  makeCase: (contender, data) => ({
    quietHeap: true,
    async prepare() {
      const store = contender.open();
      await store.load(data.parse());
      return store;
    },
    run: (store) => store.openView().read(),
    verify: (_, rows) => assert.deepEqual(idsOf(rows), idsOf(openByRank(data.issues))),
    after: (store) => store.close(),
  }),
};

function idsOf(rows) {
  return rows.map(({ id }) => id);
}
