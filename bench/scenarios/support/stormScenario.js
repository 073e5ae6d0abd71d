import { appsInStorm } from '../../apps/catalogue.js';
import { summarize } from '../../runner/statistics.js';

const PER_SECOND = 1_000;
/** The storm has begun before the first key is pressed; then one is pressed at each interval. */
const [WARM_UP_MS, INTERVAL_MS] = [500, 100];
const TEXT = 'typing in a storm';

/** All scenarios report the same visits. */
let walk;

/** A scenario that reports one series of the storm: `latencies`, `longest` or `dropped`. */
export function stormScenario({ series, unit = 'ms', ...scenario }) {
  return {
    ...scenario,
    group: 'L',
    adapters: 'apps',
    contenders: appsInStorm,
    inBrowser: true,
    page: 'runner/stormPage.js',
    sizes: { full: [1_000], quick: [] },
    async measureFresh(job) {
      const visits = await (walk ??= measureVisits(job));
      const { median, ...rest } = summarize(visits.flatMap((visit) => visit[series]));
      const behind = summarize(visits.map((visit) => visit.behind)).median;
      return { unit, value: median, ...rest, facts: { behind: `${Math.round(behind)} ms` } };
    },
  };
}

async function measureVisits(job) {
  // Loading what drives browsers takes longer than many a job.
  const { openFreshPages } = await import('../../runner/openPage.js');
  const fresh = await openFreshPages(job);
  const visits = [];
  for (let i = 0; i < 3; i++) {
    visits.push(await fresh.visit(job.page, (tools) => endureStorm(tools, fresh, job)));
  }
  await fresh.close();
  return visits;
}

async function endureStorm({ page, call }, fresh, { contender, n }) {
  await call('openStorm', contender, n);
  await call('startStorm', PER_SECOND);
  await pause(WARM_UP_MS);
  let outcome;
  const longest = await fresh.longestTask(page, async () => {
    await call('watchStorm');
    const pressed = [];
    for (const key of TEXT) {
      // Nobody waits for a page before the next key.
      pressed.push(page.keyboard.press(key === ' ' ? 'Space' : key));
      await pause(INTERVAL_MS);
    }
    await Promise.all(pressed);
    outcome = await call('stopStorm');
  });
  const behind = await call('settleStorm', TEXT);
  const { latencies, frames } = outcome;
  const dropped = frames.dropped / (frames.shown + frames.dropped);
  return { latencies, longest, dropped, behind };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
