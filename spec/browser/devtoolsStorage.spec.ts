import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';
import { axeViolations } from '../support/axeViolations.ts';
import { launchChromium } from '../support/launchChromium.ts';
import type * as storagePage from './devtoolsStoragePage.ts';

const source = (path: string): string => join(__dirname, '../../src', path);
const screenshots = join(__dirname, '.screenshots');

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  server = await startTestServer();
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'devtoolsStoragePage.ts')],
    alias: {
      streambed: source('index.ts'),
      'streambed/devtools': source('tools/devtools/index.ts'),
      'streambed/persist': source('features/persist/index.ts'),
    },
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'lists',
    keepNames: true,
    jsx: 'automatic',
  });
  const script = outputFiles[0].text;
  server.answer = (response, { url }) => {
    const isScript = url === '/page.js';
    const type = isScript ? 'text/javascript' : 'text/html; charset=utf-8';
    const html = '<!doctype html><html lang="en"><title>Lists</title><body></body></html>';
    response.writeHead(200, { 'content-type': type }).end(isScript ? script : html);
  };
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Options {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

/** A page of a new browser profile with the panel on the tab Storage. */
async function pageOnStorage({ colorScheme = 'light', width = 1_280 }: Options = {}) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 820 } });
  const page = await context.newPage();
  await openStorage(page);
  return page;
}

async function openStorage(page: Page): Promise<void> {
  await page.goto(server.origin);
  await page.addScriptTag({ url: '/page.js' });
  await page.evaluate(() =>
    (globalThis as unknown as { lists: typeof storagePage }).lists.showLists(),
  );
  const opener = page.getByRole('button', { name: /^Streambed devtools/ });
  // The panel stays open after a reload.
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('tab', { name: 'Storage' }).click();
}

const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });

describe('the tab Storage', () => {
  it('counts what IndexedDB has, before and after a reload', async () => {
    const page = await pageOnStorage();
    await rowOf(page, /^User 1,200 0 /).waitFor();
    await rowOf(page, /^AddressOfAVeryLongClassName 40 0 /).waitFor();
    await rowOf(page, /^Results 2 /).waitFor();
    await page.getByText('1,240 rows, 2 results').waitFor();
    await page.screenshot({ path: join(screenshots, 'devtools-storage.png') });
    await openStorage(page);
    await rowOf(page, /^User 1,200 0 /).waitFor();
    const flush = await page.locator('dt:text("Last flush") + dd').innerText();
    expect(flush).toMatch(/, by another tab or an earlier page$/);
    await page.context().close();
  });

  it('forgets everything, with the keyboard alone', async () => {
    const page = await pageOnStorage();
    await rowOf(page, /^User 1,200 0 /).waitFor();
    const focusOn = (name: string) =>
      page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Forget everything…' }).focus();
    await page.keyboard.press('Enter');
    await focusOn('Cancel');
    await page.keyboard.press('Escape');
    await focusOn('Forget everything…');
    const session = page.locator('dt:text("Session") + dd');
    const before = await session.innerText();
    await page.keyboard.press('Enter');
    await focusOn('Cancel');
    await page.keyboard.press('Shift+Tab');
    await focusOn('Forget');
    await page.keyboard.press('Enter');
    await focusOn('Forget everything…');
    await session.filter({ hasNotText: before }).waitFor();
    expect(await session.innerText()).toMatch(/^[\w.,]{10,}$/);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('axe finds no violation in %s', async (colorScheme) => {
    const page = await pageOnStorage({ colorScheme });
    await rowOf(page, /^User 1,200 0 /).waitFor();
    expect(await axeViolations(page, 'streambed-devtools')).toEqual([]);
    await page.getByRole('button', { name: 'Forget everything…' }).click();
    await page.screenshot({ path: join(screenshots, `devtools-storage-${colorScheme}.png`) });
    expect(await axeViolations(page, 'streambed-devtools')).toEqual([]);
    await page.context().close();
  });

  it('fits a phone: all tabs are visible, and neither page nor tab scrolls sideways', async () => {
    const page = await pageOnStorage({ width: 390 });
    await rowOf(page, /^User 1,200 0 /).waitFor();
    await page.getByRole('button', { name: 'Forget everything…' }).click();
    await page.screenshot({ path: join(screenshots, 'devtools-storage-phone.png') });
    const isCut = await page
      .getByRole('tablist')
      .evaluate(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth);
    expect(isCut).toBe(false);
    const isWide = await page
      .getByRole('region', { name: 'Storage' })
      .evaluate(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth);
    expect(isWide).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.context().close();
  });
});
