import { contenders } from './contenders/catalogue.js';
import { readArguments, USAGE, UsageError } from './runner/readArguments.js';
import { installDependencies } from './runner/installDependencies.js';
import { planJobs } from './runner/planJobs.js';
import { runJobs } from './runner/runJobs.js';
import { showProgress } from './runner/showProgress.js';
import { signalOfStop } from './runner/signalOfStop.js';
import { describeRun } from './report/describeRun.js';
import { printReport } from './report/printReport.js';
import { writeReport } from './report/writeReport.js';
import { scenarios } from './scenarios/index.js';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

/**
 * 0, or 1 if an adapter is wrong or a run fails. Missed targets are results, not failures. A run that is stopped reports nothing.
 */
async function main(args) {
  const asked = readArguments(args, { scenarios, contenders });
  if (asked.list) return list();
  installDependencies();
  const { jobs, impossible } = planJobs(asked);
  // Not before the dependencies are there: it loads esbuild.
  const { withBundles } = await import('./runner/withBundles.js');
  const stop = signalOfStop();
  const progress = showProgress(jobs.length);
  const measured = await withBundles(filesFor(jobs), (bundles) =>
    runJobs(jobs, { ...asked, bundles, progress, stop }),
  );
  progress.ended();
  if (stop.aborted) return stop.reason;

  const run = { ...describeRun(asked), entries: [...measured, ...impossible] };
  printReport(run, asked.scenarios);
  writeReport(run, asked.scenarios);
  return measured.some(({ status }) => status === 'failed') ? 1 : 0;
}

function filesFor(jobs) {
  const files = jobs.flatMap(({ adapters, contender, beside = [], browser, page }) => {
    // Sizes have builds of their own.
    if (adapters === 'imports') return [];
    const own = [contender, 'limit', ...beside].map((id) => `${adapters}/${id}.js`);
    if (browser) return [...own, page];
    return adapters === 'apps' ? [...own, 'apps/support/host.js'] : own;
  });
  return [...new Set(files)];
}

function list() {
  console.log(USAGE);
  for (const { id, title } of scenarios) console.log(`${id}  ${title}`);
  console.log();
  for (const { id, title } of contenders) console.log(`${id.padEnd(18)}${title}`);
  return 0;
}
