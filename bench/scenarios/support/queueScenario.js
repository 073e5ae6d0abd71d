import { summarize } from '../../runner/statistics.js';
import { stored } from '../../stored/catalogue.js';

/** How often mutations are made in a new profile and restored; for how long nothing is stored when all is, ms. */
const [FULL, QUICK] = [
  { turns: 5, quiet: 500 },
  { turns: 1, quiet: 100 },
];

/** All scenarios report the same turns. */
let walk;

/** A scenario that reports one number of n queued mutations: `pick` makes it of the medians, `factsOf` what is said beside it. */
export function queueScenario({ pick, factsOf = () => ({}), ...scenario }) {
  return {
    group: 'Q',
    adapters: 'stored',
    contenders: stored.filter(({ id }) => id === 'streambed'),
    inBrowser: true,
    page: 'runner/queuedPage.js',
    sizes: { full: [1_000], quick: [100] },
    async measureFresh(job) {
      const medians = await (walk ??= measureTurns(job));
      return { unit: 'ms', value: pick(medians), samples: FULL.turns, facts: factsOf(medians) };
    },
    ...scenario,
  };
}

async function measureTurns(job) {
  // Loading what drives browsers takes longer than many a job.
  const { openProfile } = await import('../../runner/openPage.js');
  const { turns, quiet } = job.visits === 1 ? QUICK : FULL;
  const all = [];
  for (let turn = 0; turn < turns; turn++) {
    const profile = await openProfile(job);
    const page = await profile.open(job.page);
    await page.call('openQueue', job.n, quiet);
    const calls = await page.timeTasks(() => page.call('queueMutations', job.n));
    const storing = await page.timeTasks(() => page.call('storeMutations', job.n, quiet));
    const commit = await page.call('compareCommits', job.n);
    await page.close();
    const fresh = await profile.open(job.page);
    let restore;
    const restoring = await fresh.timeTasks(async () => {
      restore = await fresh.call('restoreQueue', job.n);
    });
    await profile.close();
    const ratio = commit.queued / commit.bare;
    all.push({ call: calls / job.n, storing, restore, restoring, commit: commit.queued, ratio });
  }
  const medianOf = (name) => summarize(all.map((turn) => turn[name])).median;
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, medianOf(name)]));
}
