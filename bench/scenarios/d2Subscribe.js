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
    const ignore = () => {};
    return {
      repeat: true,
      run: () => store.watchIssue(ids[i++ % ids.length], ignore)(),
      close: () => store.close(),
    };
  },
};
