import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { sampleCases, timesOfRuns } from './runJob.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** An origin of its own with other origins shut out: otherwise the clock of the page has steps of 0.1 ms. */
const ORIGIN = 'http://localhost:9';
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * Measures apps in Chromium, by turns with the limit and with Streambed, each in a page of its own: they share no document and no heap.
 * Several pages one after the other, because the same app is up to a third slower in some of them.
 */
export async function openPages(job) {
  const browser = await launch(job);
  const openCase = async (scenario, app) => {
    const { errors, page } = await pageIn(await browser.newContext(), job, `/${job.page}`);
    const call = async (name, ...args) => {
      const result = await page.evaluate(callInPage, [name, args]);
      if (errors.length > 0) throw errors[0];
      return result;
    };
    await call('openCase', scenario, app, job);
    return {
      one: { takeSample: () => call('takeSample') },
      async close() {
        const facts = await call('closeCase');
        await page.context().close();
        return facts;
      },
    };
  };
  return {
    async measure(scenario) {
      const runs = [];
      for (let visit = 0; visit < job.visits; visit++) {
        const open = [];
        for (const app of new Set([job.contender, 'limit', ...job.beside])) {
          open.push(await openCase(scenario, app));
        }
        runs.push(await sampleCases(open, job.pace));
      }
      return timesOfRuns(runs);
    },
    close: () => browser.close(),
  };
}

/** Opens pages with a script of the build, each visit one of its own. */
export async function openFreshPages(job) {
  const browser = await launch(job);
  return {
    /**
     * `act` gets the tools of a visit: `call` runs a function of the script; `slowDown` makes the processor slower; `timeScripts` runs
     * something and gives how long the page ran scripts meanwhile, ms; `page` is Playwright's.
     */
    async visit(script, act) {
      const { errors, page } = await pageIn(await browser.newContext(), job, `/${script}`);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const result = await act({
        page,
        call: (name, ...args) => page.evaluate(callInPage, [name, args]),
        slowDown: (rate) => session.send('Emulation.setCPUThrottlingRate', { rate }),
        timeScripts: (work) => timeMetric(session, 'ScriptDuration', work),
      });
      await page.context().close();
      if (errors.length > 0) throw errors[0];
      return result;
    },
    /** Runs `act` and gives the longest task of a page's main thread, ms. */
    longestTask: (page, act) => longestTask(browser, page, act),
    close: () => browser.close(),
  };
}

/** Opens pages of one profile, whose data is on the disk: what one has stored, the next one reads. */
export async function openProfile(job) {
  const folder = await mkdtemp(join(tmpdir(), 'streambed-bench-'));
  const context = await chromium.launchPersistentContext(folder, optionsOf(job));
  return {
    /**
     * A page with a script of the build: `call` runs a function of it; `timeTasks` runs something and gives how long the processor ran
     * tasks of the page's main thread meanwhile, ms; `longestTask` gives the longest of them since the page has set the mark `begin`. Both
     * without the time in which others had the core.
     */
    async open(script) {
      const { errors, page } = await pageIn(context, job, `/${script}`);
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      return {
        async call(name, ...args) {
          const result = await page.evaluate(callInPage, [name, args]);
          if (errors.length > 0) throw errors[0];
          return result;
        },
        longestTask: (work) => longestTask(context.browser(), page, work, PROCESSOR),
        timeTasks: (work) => timeMetric(session, 'TaskDuration', work),
        close: () => page.close(),
      };
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The mark of a page from which on its tasks count. */
const BEGIN = 'begin';

/** The clocks of a trace: the begin and the length of an event, µs. */
const WALL = { at: 'ts', length: 'dur' };
const PROCESSOR = { at: 'tts', length: 'tdur' };

async function longestTask(browser, page, act, clock = WALL) {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await act();
  return longestTaskOf(JSON.parse(await browser.stopTracing()), clock);
}

function callInPage([name, args]) {
  return globalThis[name](...args);
}

function longestTaskOf({ traceEvents }, { at, length }) {
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const begin = traceEvents.find(({ name, cat }) => name === BEGIN && cat === 'blink.user_timing');
  const isCounted = begin
    ? (task) => threadOf(task) === threadOf(begin) && task[at] + task[length] > begin[at]
    : (task) => mainThreads.has(threadOf(task));
  const times = traceEvents
    .filter((event) => event.name.endsWith('RunTask') && isCounted(event))
    .map((task) => task[at] + (task[length] ?? 0) - Math.max(task[at], begin?.[at] ?? 0));
  return times.reduce((longest, time) => Math.max(longest, time), 0) / 1_000;
}

/** How much a metric of the page, a time in seconds, grows while something runs, ms. */
async function timeMetric(session, name, work) {
  const before = await metricOf(session, name);
  await work();
  return ((await metricOf(session, name)) - before) * 1_000;
}

async function metricOf(session, name) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === name).value;
}

function launch(job) {
  return chromium.launch(optionsOf(job));
}

function optionsOf({ browser }) {
  return { executablePath: browser, args: FLAGS };
}

/** A page with a script of the build. */
async function pageIn(context, { bundles }, script) {
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/*', (route) => answer(route, bundles));
  await page.goto(ORIGIN);
  await page.addScriptTag({ url: script, type: 'module' });
  return { errors, page };
}

/** Nothing comes from a network: an empty page, and the files of the build. */
async function answer(route, bundles) {
  const { pathname } = new URL(route.request().url());
  if (!pathname.endsWith('.js')) {
    const body = '<!doctype html><body>';
    return route.fulfill({ contentType: 'text/html', headers: HEADERS, body });
  }
  const body = await readFile(join(bundles, pathname), 'utf8');
  return route.fulfill({ contentType: 'text/javascript', headers: HEADERS, body });
}
