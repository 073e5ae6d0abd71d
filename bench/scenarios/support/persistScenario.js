import { summarize } from '../../runner/statistics.js';
import { stored } from '../../stored/catalogue.js';
import { visitStored } from './visitStored.js';

/**
 * How often all that is compared takes its turn; commits of one row, 60 a second; pages that read; for how long nothing is stored when
 * all is, ms. Persisters wait for a second.
 */
const FULL = { turns: 3, commits: 180, reads: 5, quiet: { stored: 1_200, bare: 1_200 } };
const QUICK = { turns: 1, commits: 20, reads: 1, quiet: { stored: 1_100, bare: 100 } };

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
      const turns = await (walk ??= measureTurns(job));
      const medians = mediansOf(turns.map(({ own }) => own));
      const entry = { unit, samples: turns.length, facts: factsOf(medians), value: pick(medians) };
      for (const id of ['limit', 'streambed']) {
        const series = turns.flatMap((turn) => turn[id] ?? []);
        if (series.length > 0) entry[id] = pick(mediansOf(series));
      }
      return entry;
    },
    ...scenario,
  };
}

async function measureTurns(job) {
  // Loading what drives browsers takes longer than many a job.
  const { openProfile } = await import('../../runner/openPage.js');
  const profile = await openProfile(job);
  const isQuick = job.visits === 1;
  const pace = isQuick ? QUICK : FULL;
  const turns = [];
  while (turns.length < pace.turns) {
    const turn = {};
    for (const [place, id] of Object.entries(castOf(job, isQuick))) {
      turn[place] = await visitStored(profile, job, { id, name: `${id}-${turns.length}`, pace });
    }
    turns.push(turn);
  }
  await profile.close();
  return turns;
}

/** What takes turns. The limit is beside Streambed, Streambed beside the others. */
function castOf({ contender, n }, isQuick) {
  if (isQuick || contender === 'limit') return { own: contender };
  if (contender === 'streambed') return { own: contender, limit: 'limit' };
  return n === COMPARED ? { own: contender, streambed: 'streambed' } : { own: contender };
}

function mediansOf(visits) {
  const medianOf = (name) => summarize(visits.map((visit) => visit[name])).median;
  return Object.fromEntries(Object.keys(visits[0]).map((name) => [name, medianOf(name)]));
}
