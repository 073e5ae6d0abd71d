import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureByTurns } from '../../runner/measure.js';
import { summarize, timesOf } from '../../runner/statistics.js';

const CHILD = fileURLToPath(new URL('../../runner/firstUseChild.js', import.meta.url));
const run = promisify(execFile);

/**
 * A scenario that starts anew for each sample: in a process, or, with `throttle`, in a page of Chromium whose processor is that many
 * times slower.
 */
export function firstUseScenario({ throttle, ...scenario }) {
  return {
    group: scenario.id,
    inBrowser: throttle !== undefined,
    page: 'runner/firstUsePage.js',
    sizes: { full: [100, 1_000], quick: [100] },
    async measureFresh(job) {
      const fresh = throttle === undefined ? inProcess(job) : await inPage(job, throttle);
      try {
        const [own, limit] = [seriesOf(fresh, job, job.contender), seriesOf(fresh, job, 'limit')];
        await measureByTurns([own, limit], { ...job.pace, warmUpMs: 0 });
        const opening = `${summarize(own.openings).median.toFixed(2)} ms`;
        return timesOf(own.totals, limit.totals, { opening });
      } finally {
        await fresh.close();
      }
    },
    ...scenario,
  };
}

/** The samples of one contender. */
function seriesOf(fresh, { n }, id) {
  const [openings, totals] = [[], []];
  const takeSample = async () => {
    const { opening, total } = await fresh.firstUse(id, n);
    openings.push(opening);
    totals.push(total);
    return total;
  };
  return { openings, totals, takeSample };
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
