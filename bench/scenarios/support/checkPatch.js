import assert from 'node:assert/strict';
import { assertIssues } from '../../data/assertIssues.js';
import { openShown } from './openShown.js';

/** A patch changes its row and nothing else; snapshots that were read before stay as they were. */
export async function checkPatch(contender, data) {
  const store = await openShown(contender, data);
  const before = store.readList();
  const { title } = before[2];
  await store.patchIssue('3', { title: 'patched' });
  await store.flush?.();
  const after = store.readList();
  assertIssues(
    after,
    data.issues.map((issue) => (issue.id === '3' ? { ...issue, title: 'patched' } : issue)),
  );
  assert.equal(before[2].title, title, 'the snapshot from before the patch changed');
  const kept = after.filter((row, i) => row === before[i]).length;
  store.close();
  return kept === after.length - 1 ? {} : { 'other rows': `${kept} of ${after.length - 1} kept` };
}
