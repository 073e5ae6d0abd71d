import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/launchChromium.ts';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';
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
    alias: { 'streambed/live': join(__dirname, '../../src/features/live/index.ts') },
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
  browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
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

/** Resolves when the page has counted this many messages and reconnects. */
const hasHeard = (messages: number, reconnects = 0) =>
  page.waitForFunction(
    ([count, again]) => {
      const { heard } = globalThis as unknown as InPage;
      return heard.messages.length === count && heard.reconnects === again;
    },
    [messages, reconnects] as const,
  );

const stop = () => page.evaluate(() => (globalThis as unknown as InPage).heard.stop());

it('eventSource receives messages in a browser, resumes after the last one, and closes', async () => {
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

it('webSocketSource receives messages in a browser, reconnects, and closes', async () => {
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

it('a page in the back-forward cache closes its connections, and opens them again when it is restored', async () => {
  await begin('hearSocket', sockets.url);
  await until('the topic is joined', () => sockets.joined.length === 1);
  await page.goto(`${pages.origin}/second`);
  await until('the server sees it closed', () => sockets.open === 0);
  // A restored page does not load.
  await page.goBack({ waitUntil: 'commit' });
  // A reloaded page would have no counts.
  await hasHeard(0, 1);
  await until('the topic is joined again', () => sockets.joined.length === 1);
  sockets.push({ symbol: 'tick' });
  await hasHeard(1, 1);
  expect(sockets.requests).toHaveLength(2);
});
