import assert from 'node:assert/strict';
import { rankPatches } from '../data/makePatches.js';
import { checkView } from './support/checkView.js';

export const scenario = {
  id: 'F1',
  title: 'Open issues by rank: one row changes, as an array',
  about: 'One row moves within the sorted view; timed until the view is an array again.',
  sizes: { full: [100_000], quick: [500] },
  check: checkView,
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    const view = await store.openView();
    view.read();
    const nextPatch = rankPatches(data.issues);
    let last;
    return {
      repeat: true,
      run: () => {
        last = nextPatch();
        store.patchIssue(last.id, last.change);
        return store.flush ? store.flush().then(() => view.read()) : view.read();
      },
      verify(_, rows) {
        assert.equal(rows.find(({ id }) => id === last.id).rank, last.change.rank);
        for (let i = 1; i < rows.length; i++) assert.ok(rows[i - 1].rank <= rows[i].rank);
      },
      close: () => store.close(),
    };
  },
};
