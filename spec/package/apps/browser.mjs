import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const TIMEOUT = 15_000;
/** A build takes a minute on a busy machine. */
const STEP_TIMEOUT = 300_000;

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function findChromium() {
  const found = [process.env.CHROME_PATH, ...usualPlaces].find((path) => path && existsSync(path));
  if (!found) throw new Error(`No Chromium found: set CHROME_PATH, or install ${usualPlaces[0]}.`);
  return found;
}

/** Opens a browser for `drive`, which gets a page and its problems: errors of scripts and of the console. */
export async function withPage(drive) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1100, height: 760 } });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await drive(page, problems);
    assert.deepEqual(problems, [], 'The page has reported errors.');
  } finally {
    await browser.close();
  }
}

/** Does something and reports it, or reports the failure. */
export async function step(title, act) {
  const tooLong = wait(STEP_TIMEOUT, undefined, { ref: false }).then(() => {
    throw new Error(`It takes longer than ${STEP_TIMEOUT / 1_000} s.`);
  });
  try {
    await Promise.race([act(), tooLong]);
  } catch (error) {
    throw new Error(`Failed: ${title}`, { cause: error });
  }
  console.log(`  ✓ ${title}`);
}

/** Waits until `read` returns the expected value. */
export async function until(read, expected) {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    const value = await read();
    try {
      assert.deepEqual(value, expected);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await wait(50);
  }
}

/**
 * Holds requests of a method below `/api`, so that a step sees the page before the response. Returns what sends them, once there is one: a
 * page shows an optimistic change before its request has reached us.
 */
export async function hold(page, method) {
  const held = [];
  await page.route('**/api/**', (route) =>
    route.request().method() === method ? held.push(route) : route.continue(),
  );
  return async () => {
    await until(() => held.length > 0 || `The page has sent no ${method} request.`, true);
    await Promise.all(held.map((route) => route.continue()));
    await page.unroute('**/api/**');
  };
}

/** Removes the problems of a failure that a step has caused; others stay. */
export function forget(problems, pattern) {
  const others = problems.filter((problem) => !pattern.test(problem));
  assert.notEqual(others.length, problems.length, 'The page has not reported the failure.');
  problems.splice(0, problems.length, ...others);
}

/** Fails if something is wider than a phone. */
export async function fitsPhone(page, urls) {
  await page.setViewportSize({ width: 390, height: 760 });
  for (const url of urls) {
    await page.goto(url);
    await page.locator('main li, main article, main strong, main button').first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${url} is ${width} px wide on a screen of 390 px.`);
  }
}

/** Commands of the demo API. */
export function controlOf(api) {
  const send = (path, init) => fetch(`${api}${path}`, init);
  return {
    set: (faults) =>
      send('/_control', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      }),
    requests: async () => (await send('/_control/requests')).json(),
    names: async () => (await (await send('/users')).json()).map(({ name }) => name),
  };
}
