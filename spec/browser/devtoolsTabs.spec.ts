import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Locator, Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';
import { launchChromium } from '../support/launchChromium.ts';
import type * as devtoolsTabsPage from './devtoolsTabsPage.tsx';

const source = (path: string): string => join(__dirname, '../../src', path);

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'devtoolsTabsPage.tsx')],
    alias: {
      streambed: source('index.ts'),
      'streambed/devtools': source('tools/devtools/index.ts'),
      'streambed/react': source('react/index.ts'),
    },
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tabs',
    keepNames: true,
    jsx: 'automatic',
  });
  const script = outputFiles[0].text;
  server.answer = (response, { url }) => {
    const isScript = url === '/page.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(isScript ? script : '<p>');
  };
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

type Tabs = typeof devtoolsTabsPage;

/** The page, with the panel open on a tab. */
async function pageOn(tab: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
  await page.goto(server.origin);
  // Names of components are found by the place of their code.
  await page.addScriptTag({ url: '/page.js' });
  await page.evaluate(() => (globalThis as unknown as { tabs: Tabs }).tabs.showButtons());
  await page.getByRole('button', { name: 'Ann' }).waitFor();
  await page.getByRole('button', { name: /^Streambed devtools/ }).click();
  await page.getByRole('tab', { name: tab }).click();
  return page;
}

const rename = (page: Page, count: number): Promise<void> =>
  page.evaluate((times) => (globalThis as unknown as { tabs: Tabs }).tabs.rename(times), count);

/** Resolves when the grid shows its end. */
const reachesEnd = (grid: Locator): Promise<void> =>
  grid.evaluate(
    (element) =>
      new Promise<void>((done) => {
        const check = (): void => {
          const { clientHeight, scrollHeight, scrollTop } = element;
          if (scrollHeight - clientHeight - scrollTop < 2) done();
          else requestAnimationFrame(check);
        };
        check();
      }),
  );

const names = (page: Page): Promise<string[]> => page.locator('main button').allTextContents();

it('the timeline renders the visible ones of thousands of entries, and follows until the user scrolls', async () => {
  const page = await pageOn('Timeline');
  await rename(page, 3_000);
  const grid = page.getByRole('grid', { name: 'Commits and requests' });
  await page.getByText('3,002', { exact: true }).waitFor();
  await reachesEnd(grid);
  expect(await grid.getByRole('row').count()).toBeLessThan(60);
  await grid.hover();
  await page.mouse.wheel(0, -2_000);
  await page.getByRole('button', { name: 'Follow', pressed: false }).waitFor();
  const top = await grid.evaluate(({ scrollTop }) => scrollTop);
  await rename(page, 1);
  await page.getByText('3,003', { exact: true }).waitFor();
  expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
  await page.getByRole('button', { name: 'Follow' }).click();
  await reachesEnd(grid);
  await page.close();
});

it('the page follows the arrow keys through the commits, and a replay', async () => {
  const page = await pageOn('Timeline');
  await rename(page, 3);
  const grid = page.getByRole('grid', { name: 'Commits and requests' });
  await grid.getByRole('row').nth(4).click();
  await grid.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bob 2', exact: true }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('button', { name: 'Bob 1', exact: true }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('button', { name: 'Bob', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Replay from here' }).click();
  await page.getByRole('button', { name: 'Bob 3', exact: true }).waitFor();
  await page.getByRole('row', { name: /shown on the page.*set User/ }).waitFor();
  await page.getByRole('button', { name: 'Show the present' }).first().click();
  expect(await names(page)).toEqual(['Ann', 'Bob 3']);
  await page.close();
});

it('a value is picked with the mouse or the keyboard, and the page gets neither clicks nor keys', async () => {
  const page = await pageOn('Why?');
  const pick = page.getByRole('button', { name: 'Pick a value on the page' });
  await pick.click();
  await page.getByRole('button', { name: 'Ann', exact: true }).hover();
  await page.locator('streambed-highlight').getByText('<button> in UserButton').waitFor();
  await page.getByRole('button', { name: 'Ann', exact: true }).click();
  await page.getByRole('heading', { name: 'User 1' }).waitFor();
  expect(await page.locator('streambed-highlight').count()).toBe(0);
  expect(await names(page)).toEqual(['Ann', 'Bob']);
  await page.getByText('Users through getUsers').waitFor();

  await pick.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop picking' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'User 2' }).waitFor();
  expect(await names(page)).toEqual(['Ann', 'Bob']);

  await pick.click();
  await page.keyboard.press('Escape');
  await pick.waitFor();
  await page.getByRole('button', { name: 'Ann', exact: true }).click();
  expect(await names(page)).toEqual(['Ann!', 'Bob']);
  await page.close();
});

it('a part of the time is chosen by dragging over the overview', async () => {
  const page = await pageOn('Requests');
  await page.evaluate(
    (pauses) => (globalThis as unknown as { tabs: Tabs }).tabs.fetchAgain(pauses),
    [100, 300],
  );
  const count = (text: string): Promise<void> =>
    page.locator('.toolbar').getByText(text, { exact: true }).waitFor();
  await count('3');
  // From between the last two requests to behind the last one.
  const lines = await page.locator('.overview rect').evaluateAll((all) =>
    all.map((line) => {
      const { right, top, x } = line.getBoundingClientRect();
      return { right, top, x };
    }),
  );
  const [, second, last] = lines;
  await page.mouse.move((second.right + last.x) / 2, last.top);
  await page.mouse.down();
  await page.mouse.move(last.right + 4, last.top, { steps: 3 });
  await page.mouse.up();
  await count('1 of 3');
  const grid = page.getByRole('grid', { name: 'Requests' });
  expect(await grid.getByRole('row').count()).toBe(2);
  await page.locator('.overview').dblclick();
  await count('3');
  expect(await grid.getByRole('row').count()).toBe(4);
  await page.close();
});
