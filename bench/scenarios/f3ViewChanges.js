import assert from 'node:assert/strict';
import { rankPatches } from '../data/makePatches.js';

export const scenario = {
  id: 'F3',
  title: 'Open issues by rank: one row changes, as a change set',
  about:
    'One row moves within the sorted view; timed until a subscriber was told what changed. Nobody asks for the array.',
  sizes: { full: [100_000], quick: [500] },
  async check(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    const told = [];
    const close = store.openChanges((ids) => told.push(...ids));
    told.length = 0;
    const { id } = data.issues.find(({ state }) => state === 'open');
    store.patchIssue(id, { rank: 0.999 });
    assert.deepEqual([...new Set(told)], [id], 'rows in the change set');
    close();
    store.close();
    return {};
  },
  async makeCase(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    let changes = 0;
    store.openChanges((ids) => (changes += ids.length));
    changes = 0;
    let patches = 0;
    const nextPatch = rankPatches(data.issues);
    return {
      repeat: true,
      run: () => {
        patches++;
        const { id, change } = nextPatch();
        store.patchIssue(id, change);
      },
      verify: () => assert.ok(changes >= patches, `${changes} changes for ${patches} patches`),
      close: () => store.close(),
    };
  },
};
