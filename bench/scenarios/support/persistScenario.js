import { summarize } from '../../runner/statistics.js';
import { stored } from '../../stored/catalogue.js';
import { StoredVisit } from './StoredVisit.js';

/**
 * How often all that is compared takes its turn with a response, with commits and with a fresh page; commits of one row, 60 a second;
 * for how long nothing is stored when all is, ms: persisters wait for a second.
 */
const FULL = {
  turns: { load: 3, write: 3, read: 7 },
  commits: 180,
  quiet: { load: 1_200, write: 1_200, bare: 1_200 },
};
const QUICK = {
  turns: { load: 1, write: 1, read: 1 },
  commits: 20,
  quiet: { load: 100, write: 1_100, bare: 100 },
};
/** Where targets compare Streambed with others. */
const COMPARED = 10_000;

/** All scenarios report the same turns. */
let walk;

/** A scenario that reports one number of the visits: `pick` makes it of their medians, `factsOf` what is said beside it. */
export function persistScenario({ pick, factsOf = () => ({}), unit = 'ms', ...scenario }) {
  return {
    group: 'P',
    adapters: 'stored',
    contenders: stored,
    inBrowser: true,
    page: 'runner/storedPage.js',
    sizes: { full: [1_000, COMPARED, 100_000], quick: [1_000] },
    async measureFresh(job) {
      const { own, ...beside } = await (walk ??= measureTurns(job));
      const others = Object.entries(beside).map(([id, medians]) => [id, pick(medians)]);
      return {
        unit,
        value: pick(own),
        samples: FULL.turns.write,
        facts: factsOf(own),
        ...Object.fromEntries(others),
      };
    },
    ...scenario,
  };
}

/** The medians of all that takes turns. */
async function measureTurns(job) {
  // Loading what drives browsers takes longer than many a job.
  const { openProfile } = await import('../../runner/openPage.js');
  const isQuick = job.visits === 1;
  const pace = isQuick ? QUICK : FULL;
  const profile = await openProfile(job);
  const visits = Object.entries(castOf(job, isQuick)).map(([place, id]) => ({
    place,
    visit: new StoredVisit(profile, job, id, pace),
    turns: [],
  }));
  for (const { visit } of visits) await visit.open();
  for (const act of ['load', 'write', 'read']) {
    // To store 100,000 rows takes long.
    const times = act === 'load' && job.n > COMPARED ? 1 : pace.turns[act];
    for (let i = 0; i < times; i++) {
      for (const { visit, turns } of visits) turns.push(await visit[act]());
    }
  }
  await profile.close();
  return Object.fromEntries(visits.map(({ place, turns }) => [place, mediansOf(turns)]));
}

/** What takes turns. The limit is beside Streambed, Streambed beside the others. */
function castOf({ contender, n }, isQuick) {
  if (isQuick || contender === 'limit') return { own: contender };
  if (contender === 'streambed') return { own: contender, limit: 'limit' };
  return n === COMPARED ? { own: contender, streambed: 'streambed' } : { own: contender };
}

function mediansOf(turns) {
  const names = new Set(turns.flatMap(Object.keys));
  const medianOf = (name) =>
    summarize(turns.filter((turn) => name in turn).map((turn) => turn[name])).median;
  return Object.fromEntries([...names].map((name) => [name, medianOf(name)]));
}
