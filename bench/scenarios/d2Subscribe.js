import assert from 'node:assert/strict';
import { scenario as patchWatched } from './d1PatchWatched.js';

export const scenario = {
  id: 'D2',
  title: 'Subscribe to and unsubscribe from one of n watched rows',
  about: 'One more watcher comes and goes while n rows are watched.',
  sizes: { full: [1_000, 10_000], quick: [500] },
  check: (contender, data) => patchWatched.check(contender, data),
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    const ids = data.issues.map(({ id }) => id);
    for (const id of ids) store.watchIssue(id, () => {});
    await store.flush?.();
    let i = 0;
    let calls = 0;
    const count = () => calls++;
    return {
      repeat: true,
      run: () => store.watchIssue(ids[i++ % ids.length], count)(),
      async verify() {
        await store.flush?.();
        calls = 0;
        store.patchIssue(ids[0], { title: 'patched' });
        await store.flush?.();
        assert.equal(calls, 0, 'a watcher was called after it was stopped');
      },
      close: () => store.close(),
    };
  },
};
