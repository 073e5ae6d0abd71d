import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../rest/testServer.ts';
import { type EventServer, startEventServer } from '../support/eventServer.ts';
import { type SocketServer, startSocketServer } from '../support/socketServer.ts';
import { until } from '../support/until.ts';
import type * as livePage from './livePage.ts';

type Heard = livePage.Heard;
type InPage = { live: typeof livePage; heard: Heard };

let browser: Browser;
let script: string;
let pages: TestServer;
let events: EventServer;
let sockets: SocketServer;
let page: Page;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'livePage.ts')],
    alias: { 'streambed/live': join(__dirname, '../../src/live/index.ts') },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'live',
  });
  script = outputFiles[0].text;
  pages = await startTestServer();
  pages.answer = (response, { url }) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>${url}</title><script>${script.replaceAll('</script', '<\\/script')}</script>`);
  browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
beforeEach(async () => {
  [events, sockets] = await Promise.all([startEventServer(), startSocketServer()]);
  page = await browser.newPage();
  await page.goto(`${pages.origin}/first`);
});
afterEach(async () => {
  await page.close();
  await Promise.all([events.close(), sockets.close()]);
});
afterAll(async () => {
  await browser.close();
  await pages.close();
});

const begin = (how: 'hearEvents' | 'hearSocket', url: string) =>
  page.evaluate(
    ([kind, to]) => {
      const here = globalThis as unknown as InPage;
      here.heard = here.live[kind](to, 'tick');
    },
    [how, url] as const,
  );

/** Resolves when the page has heard so many messages and reconnects. */
const hasHeard = (messages: number, reconnects = 0) =>
  page.waitForFunction(
    ([count, again]) => {
      const { heard } = globalThis as unknown as InPage;
      return heard.messages.length === count && heard.reconnects === again;
    },
    [messages, reconnects] as const,
  );

const stop = () => page.evaluate(() => (globalThis as unknown as InPage).heard.stop());

it('the EventSource of a browser is heard, comes back from where it was left, and is closed', async () => {
  await begin('hearEvents', events.url);
  await until('the stream is open', () => events.open === 1);
  events.push({ n: 1 }, { name: 'tick', id: '7' });
  events.push({ n: 0 }, { name: 'other' });
  await hasHeard(1);
  events.cut();
  await hasHeard(1, 1);
  expect(events.requests).toEqual(['/events?after=', '/events?after=7']);
  events.push({ n: 2 }, { name: 'tick' });
  await hasHeard(2, 1);
  await stop();
  await until('the server sees it closed', () => events.open === 0);
});

it('the WebSocket of a browser is heard, comes back, and is closed', async () => {
  await begin('hearSocket', sockets.url);
  await until('the topic is joined', () => sockets.joined.length === 1);
  sockets.push({ symbol: 'tick' });
  await hasHeard(1);
  sockets.cut();
  await hasHeard(1, 1);
  await until('the topic is joined again', () => sockets.joined.length === 1);
  sockets.push({ symbol: 'tick' });
  await hasHeard(2, 1);
  expect(sockets.requests).toHaveLength(2);
  await stop();
  await until('the server sees it closed', () => sockets.open === 0);
});

it('a page that is left closes its connections, and makes them again when it comes back as it was', async () => {
  await begin('hearSocket', sockets.url);
  await until('the topic is joined', () => sockets.joined.length === 1);
  await page.goto(`${pages.origin}/second`);
  await until('the server sees it closed', () => sockets.open === 0);
  // It is not loaded.
  await page.goBack({ waitUntil: 'commit' });
  // A page that was loaded anew would not know.
  await hasHeard(0, 1);
  await until('the topic is joined again', () => sockets.joined.length === 1);
  sockets.push({ symbol: 'tick' });
  await hasHeard(1, 1);
  expect(sockets.requests).toHaveLength(2);
});
