import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

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

/** A page of Chromium in which one app and the limit are ready to be measured by turns. */
export async function openPage(job) {
  const browser = await launch(job);
  try {
    const { errors, page } = await pageOf(browser, job, '/runner/page.js');
    return {
      async measure(scenario) {
        const entry = await page.evaluate(
          ([id, given]) => globalThis.measure(id, given),
          [scenario, job],
        );
        if (errors.length > 0) throw errors[0];
        return entry;
      },
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/**
 * Runs functions of a script of the build, each in a page of its own whose processor is `throttle` times slower. Adds to the result
 * how long the page has run scripts, ms.
 */
export async function openFreshPages(job, throttle) {
  const browser = await launch(job);
  return {
    async run(file, name, ...args) {
      const { errors, page } = await pageOf(browser, job, file);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
      const before = await scriptTime(session);
      const result = await page.evaluate(([fn, given]) => globalThis[fn](...given), [name, args]);
      const script = (await scriptTime(session)) - before;
      await page.context().close();
      if (errors.length > 0) throw errors[0];
      return { ...result, script };
    },
    close: () => browser.close(),
  };
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
