import { pages } from '../../pages/catalogue.js';
import { measureByTurns } from '../../runner/measure.js';
import { timesOf } from '../../runner/statistics.js';

/** A scenario that shows two pages of rows in a fresh page of Chromium for each sample; `pick` takes its time from what a visit gives. */
export function firstContentScenario({ pick, throttle = 1, ...scenario }) {
  return {
    group: scenario.id,
    adapters: 'pages',
    contenders: pages,
    inBrowser: true,
    page: 'runner/firstContentPage.js',
    sizes: { full: [100], quick: [50] },
    async measureFresh(job) {
      // Loading what drives browsers takes longer than many a job.
      const { openFreshPages } = await import('../../runner/openPage.js');
      const fresh = await openFreshPages(job);
      const visit = (id) =>
        fresh.visit(job.page, async ({ call, slowDown, timeScripts }) => {
          await slowDown(throttle);
          let times;
          const script = await timeScripts(async () => {
            times = await call('firstContent', id, job.n);
          });
          return { ...times, script };
        });
      const seriesOf = (id) => ({ takeSample: async () => pick(await visit(id)) });
      try {
        const cases = [seriesOf(job.contender), seriesOf('limit')];
        const [own, limit] = await measureByTurns(cases, { ...job.pace, warmUpMs: 0 });
        return timesOf(own, limit, {});
      } finally {
        await fresh.close();
      }
    },
    ...scenario,
  };
}
