import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureByTurns } from '../../runner/measure.js';
import { summarize, timesOf } from '../../runner/statistics.js';

const CHILD = fileURLToPath(new URL('../../runner/firstUseChild.js', import.meta.url));
const run = promisify(execFile);

/**
 * A scenario that starts anew for each sample: in a process, or, with `throttle`, in a page of Chromium whose processor is that many
 * times slower. `withLoading`: loading the code of the contender counts, too.
 */
export function firstUseScenario({ throttle, withLoading = false, ...scenario }) {
  return {
    group: scenario.id,
    inBrowser: throttle !== undefined,
    page: 'runner/firstUsePage.js',
    sizes: { full: [100, 1_000], quick: [100] },
    async measureFresh(job) {
      const fresh = throttle === undefined ? inProcess(job) : await inPage(job, throttle);
      try {
        const [own, limit] = [job.contender, 'limit'].map((id) =>
          seriesOf(fresh, job, id, withLoading),
        );
        await measureByTurns([own, limit], { ...job.pace, warmUpMs: 0 });
        const opening = inMs(own.openings);
        const facts = withLoading ? { loading: inMs(own.loadings) } : { opening };
        return timesOf(own.totals, limit.totals, facts);
      } finally {
        await fresh.close();
      }
    },
    ...scenario,
  };
}

/** The samples of one contender. */
function seriesOf(fresh, { n }, id, withLoading) {
  const [openings, loadings, totals] = [[], [], []];
  const takeSample = async () => {
    const { opening, loading, total } = await fresh.firstUse(id, n);
    const time = withLoading ? loading + total : total;
    openings.push(opening);
    loadings.push(loading);
    totals.push(time);
    return time;
  };
  return { openings, loadings, totals, takeSample };
}

function inMs(samples) {
  return `${summarize(samples).median.toFixed(2)} ms`;
}

function inProcess({ bundles }) {
  return {
    async firstUse(id, n) {
      const args = [CHILD, `${bundles}contenders/${id}.js`, String(n)];
      return JSON.parse((await run(process.execPath, args)).stdout);
    },
    async close() {},
  };
}

/** Loading what drives browsers takes longer than many a job. */
async function inPage(job, throttle) {
  const { openFreshPages } = await import('../../runner/openPage.js');
  const pages = await openFreshPages(job);
  return {
    firstUse: (id, n) =>
      pages.visit(job.page, async ({ call, slowDown }) => {
        await slowDown(throttle);
        return call('firstUse', id, n);
      }),
    close: () => pages.close(),
  };
}
