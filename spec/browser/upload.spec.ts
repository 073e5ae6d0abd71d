import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../rest/testServer.ts';
import type * as uploadPage from './uploadPage.ts';

let browser: Browser;
let page: Page;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'uploadPage.ts')],
    alias: { streambed: join(__dirname, '../../src/index.ts') },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'upload',
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  page = await browser.newPage();
  server.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  await page.goto(server.origin);
  await page.addScriptTag({ content: outputFiles[0].text });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const send = (origin: string, count: number, abortAfter?: number) =>
  page.evaluate(
    ([url, size, after]) => {
      const { upload } = globalThis as unknown as { upload: typeof uploadPage };
      return upload.sendLetters(url, size, after);
    },
    [origin, count, abortAfter] as const,
  );

it('an endpoint that sends by XMLHttpRequest reports the progress of an upload', async () => {
  server.answer = (response, { body }) =>
    void response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ size: body.length }));
  const size = 5_000_000;
  const { outcome, seen } = await send(server.origin, size);
  expect(outcome).toEqual({ size });
  expect(seen.at(-1)).toEqual([size, size]);
  expect(seen.map(([sent]) => sent)).toEqual(seen.map(([sent]) => sent).sort((a, b) => a - b));
});

it('an endpoint that sends by XMLHttpRequest fails and aborts like any other', async () => {
  const gone = await startTestServer();
  await gone.close();
  expect(await send(gone.origin, 5)).toEqual({ outcome: 'SB_NETWORK', seen: [] });
  server.answer = () => {};
  expect((await send(server.origin, 5, 50)).outcome).toBe('AbortError');
});
