import { appsInStorm } from '../../apps/catalogue.js';
import { summarize } from '../../runner/statistics.js';

/** How often the list is scrolled, and by how many rows: more than are in view. */
const [TIMES, ROWS] = [100, 40];
const THROTTLE = 6;

/** Both scenarios report the same visits. */
let walk;

/** A scenario that reports one number of a scrolled list: `script` or `dropped`. */
export function scrollScenario({ number, unit = 'ms', ...scenario }) {
  return {
    ...scenario,
    group: 'O',
    adapters: 'apps',
    contenders: appsInStorm,
    inBrowser: true,
    page: 'runner/scrollPage.js',
    sizes: { full: [10_000], quick: [] },
    async measureFresh(job) {
      const visits = await (walk ??= measureVisits(job));
      const { median, ...rest } = summarize(visits.map((visit) => visit[number]));
      return { unit, value: median, ...rest };
    },
  };
}

async function measureVisits(job) {
  // Loading what drives browsers takes longer than many a job.
  const { openFreshPages } = await import('../../runner/openPage.js');
  const fresh = await openFreshPages(job);
  const visits = [];
  for (let i = 0; i < 3; i++) {
    visits.push(await fresh.visit(job.page, (tools) => scrollThrough(tools, job)));
  }
  await fresh.close();
  return visits;
}

async function scrollThrough({ call, slowDown, timeScripts }, { contender, n }) {
  await call('openScroller', contender, n);
  await slowDown(THROTTLE);
  let frames;
  const script = await timeScripts(async () => {
    frames = await call('scrollOn', TIMES, ROWS);
  });
  await call('checkScroller');
  return { script: script / TIMES, dropped: frames.dropped / (frames.shown + frames.dropped) };
}
