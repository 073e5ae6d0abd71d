import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';
import { launchChromium } from '../support/launchChromium.ts';

const source = (path: string): string => join(__dirname, '../../src', path);

/** No inline styles, no inline scripts, no `eval`, no `innerHTML`. */
const POLICY = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'devtoolsShellPage.ts')],
    alias: {
      streambed: source('index.ts'),
      'streambed/devtools': source('tools/devtools/index.ts'),
    },
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    write: false,
    format: 'iife',
  });
  server = await startTestServer();
  server.answer = (response, { url }) => {
    const isScript = url === '/page.js';
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const html = `<!doctype html><p>Text</p><streambed-devtools></streambed-devtools>
      <script src="/page.js"></script>`;
    response.end(isScript ? outputFiles[0].text : html);
  };
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** A page whose styles reach for everything, and whose policy forbids what it can. */
async function strictPage() {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    const isOwn = !message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && isOwn) problems.push(message.text());
  });
  await page.goto(server.origin);
  return { page, problems };
}

const opener = (page: Page) => page.getByRole('button', { name: /^Streambed devtools/ });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Streambed devtools' });

it('a strict Content-Security-Policy and the styles of the page do not change the panel', async () => {
  const { page, problems } = await strictPage();
  await opener(page).click();
  for (const name of ['Entities', 'Timeline', 'Requests', 'Why?', 'Keys']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
  }
  const styles = await panelOf(page).evaluate((panel) => {
    const { color, fontSize, letterSpacing, position } = getComputedStyle(panel);
    const { display } = getComputedStyle(panel.querySelector('.bar')!);
    return { color, display, fontSize, letterSpacing, position };
  });
  expect(styles).toEqual({
    color: 'rgb(23, 32, 43)',
    display: 'flex',
    fontSize: '12px',
    letterSpacing: 'normal',
    position: 'fixed',
  });
  expect(problems).toEqual([]);
  await page.close();
});

it('the panel is resized with the mouse, docked at the right, and the same after a reload', async () => {
  const { page } = await strictPage();
  await opener(page).click();
  const grip = page.getByRole('separator');
  const drag = async (x: number, y: number): Promise<void> => {
    const box = await grip.boundingBox();
    if (!box) throw new Error('The edge is not visible.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
  };
  const sizes = async () => {
    const box = await panelOf(page).boundingBox();
    const { bottom, right } = await page.evaluate(() => {
      const { paddingBottom, paddingRight } = document.documentElement.style;
      return { bottom: paddingBottom, right: paddingRight };
    });
    return { width: box?.width, height: box?.height, bottom, right };
  };
  await drag(640, 200);
  expect(await sizes()).toEqual({ width: 1_280, height: 600, bottom: '600px', right: '' });
  await page.getByRole('button', { name: 'Dock at the right' }).click();
  const back = page.getByRole('button', { name: 'Dock at the bottom' });
  expect(await back.evaluate((button) => button.matches(':focus'))).toBe(true);
  await drag(900, 400);
  const atRight = { width: 380, height: 800, bottom: '', right: '380px' };
  expect(await sizes()).toEqual(atRight);
  await page.getByRole('tab', { name: 'Entities' }).click();
  await page.reload();
  await page.getByRole('tab', { name: 'Entities', selected: true }).waitFor();
  expect(await sizes()).toEqual(atRight);
  await back.click();
  expect(await sizes()).toEqual({ width: 1_280, height: 600, bottom: '600px', right: '' });
  await page.getByRole('button', { name: 'Close' }).click();
  await opener(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.style.padding)).toBe('');
  await page.close();
});
