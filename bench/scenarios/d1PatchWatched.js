import assert from 'node:assert/strict';
import { titlePatches } from '../data/makePatches.js';

export const scenario = {
  id: 'D1',
  title: 'Patch one of n watched rows',
  about:
    'Every row has a watcher of its own, without React; one row is written. Timed until its watcher was called.',
  sizes: { full: [1_000, 10_000], quick: [250, 1_000] },
  async check(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    const called = [];
    const stops = data.issues.map(({ id }) => store.watchIssue(id, () => called.push(id)));
    await store.flush?.();
    called.length = 0;
    await store.patchIssue('3', { title: 'patched' });
    await store.flush?.();
    assert.ok(called.includes('3'), 'the watcher of the row was not called');
    const calls = called.length;
    for (const stop of stops) stop();
    await store.patchIssue('3', { title: 'patched again' });
    await store.flush?.();
    assert.equal(called.length, calls, 'a watcher was called after it was stopped');
    store.close();
    return { 'calls per patch': calls };
  },
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    const nextPatch = titlePatches(data.issues);
    let calls = 0;
    let patches = 0;
    for (const { id } of data.issues) store.watchIssue(id, () => calls++);
    await store.flush?.();
    calls = 0;
    const patch = () => {
      patches++;
      const { id, change } = nextPatch();
      return store.patchIssue(id, change);
    };
    return {
      repeat: true,
      run: store.flush ? () => (patch(), store.flush()) : patch,
      verify: () => assert.ok(calls >= patches, `${calls} calls for ${patches} patches`),
      close: () => store.close(),
    };
  },
};
