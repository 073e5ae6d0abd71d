import assert from 'node:assert/strict';
import { openByRank } from '../../contenders/support/openByRank.js';

/** The view has the open issues by rank: at first, after one moved, after one left, after one came. */
export async function checkView(contender, data) {
  const store = contender.open();
  await store.load(data.parse());
  const issues = data.issues.map((issue) => ({ ...issue }));
  const view = await store.openView();
  const assertView = (what) =>
    assert.deepEqual(
      view.read().map(({ id, rank }) => [id, rank]),
      openByRank(issues).map(({ id, rank }) => [id, rank]),
      what,
    );
  const patch = async (issue, change) => {
    Object.assign(issue, change);
    await store.patchIssue(issue.id, change);
    await store.flush?.();
  };
  assertView('at first');
  const open = issues.find(({ state }) => state === 'open');
  const closed = issues.find(({ state }) => state === 'closed');
  await patch(open, { rank: 0.999 });
  assertView('after one moved');
  await patch(open, { state: 'closed' });
  assertView('after one left');
  await patch(closed, { state: 'open' });
  assertView('after one came');
  view.close();
  store.close();
  return {};
}
