import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { BENCH } from './paths.js';
import { productionBuild } from './productionBuild.js';

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
const ORIGIN = 'http://localhost:9/';
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** A page of Chromium in which one app and the limit are ready to be measured by turns. */
export async function openPage(job) {
  const script = await bundlePage(job.contender);
  const browser = await chromium.launch({ executablePath: job.browser, args: FLAGS });
  const page = await browser.newPage();
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', headers: HEADERS, body: '<!doctype html><body>' }),
  );
  await page.goto(ORIGIN);
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(() => globalThis.measure !== undefined);
  return {
    measure: (scenario) =>
      page.evaluate(([id, given]) => globalThis.measure(id, given), [scenario, job]),
    close: () => browser.close(),
  };
}

async function bundlePage(contender) {
  const { outputFiles } = await build({
    ...productionBuild,
    alias: {
      ...productionBuild.alias,
      'app-under-test': `${BENCH}apps/${contender}.js`,
      'app-of-the-limit': `${BENCH}apps/limit.js`,
    },
    entryPoints: [fileURLToPath(new URL('page.js', import.meta.url))],
    write: false,
  });
  return outputFiles[0].text;
}
