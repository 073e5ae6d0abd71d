import { readFile } from 'node:fs/promises';
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
    const { errors, page } = await pageOf(browser, job, `/${job.page}`);
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
      const { errors, page } = await pageOf(browser, job, `/${script}`);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const result = await act({
        page,
        call: (name, ...args) => page.evaluate(callInPage, [name, args]),
        slowDown: (rate) => session.send('Emulation.setCPUThrottlingRate', { rate }),
        async timeScripts(work) {
          const before = await scriptTime(session);
          await work();
          return (await scriptTime(session)) - before;
        },
      });
      await page.context().close();
      if (errors.length > 0) throw errors[0];
      return result;
    },
    /** Runs `act` and gives the longest task of a page's main thread, ms. */
    async longestTask(page, act) {
      await browser.startTracing(page, { categories: ['toplevel'] });
      await act();
      return longestTaskOf(JSON.parse(await browser.stopTracing()));
    },
    close: () => browser.close(),
  };
}

function callInPage([name, args]) {
  return globalThis[name](...args);
}

function longestTaskOf({ traceEvents }) {
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)),
  );
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000;
}

/** How long the page has run scripts so far, ms. */
async function scriptTime(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration').value * 1_000;
}

function launch({ browser }) {
  return chromium.launch({ executablePath: browser, args: FLAGS });
}

/** A page in a context of its own, which has no cache, with a script of the build. */
async function pageOf(browser, { bundles }, script) {
  const context = await browser.newContext();
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
