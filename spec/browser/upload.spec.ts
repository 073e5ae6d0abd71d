import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/launchChromium.ts';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';
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
  browser = await launchChromium();
  page = await browser.newPage();
  server.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  await page.goto(server.origin);
  await page.addScriptTag({ content: outputFiles[0].text });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const send = (origin: string, kind: 'text' | 'form', count: number, abortAfter?: number) =>
  page.evaluate(
    ([url, what, size, after]) => {
      const { upload } = globalThis as unknown as { upload: typeof uploadPage };
      return upload.upload(url, what, size, after);
    },
    [origin, kind, count, abortAfter] as const,
  );

it.each([
  ['text', /^text\/plain/],
  ['form', /^multipart\/form-data; boundary=/],
] as const)(
  'an UploadEndpoint reports the progress of a %s, and sends the headers of interceptors',
  async (kind, type) => {
    server.answer = (response, { body, headers }) =>
      void response
        .writeHead(201, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ size: body.length, token: headers.authorization, text: 'é' }));
    const size = 5_000_000;
    const { outcome, seen } = await send(server.origin, kind, size);
    const request = server.requests.at(-1)!;
    expect(outcome).toEqual({ size: request.body.length, token: 'Bearer 1', text: 'é' });
    expect(request.headers['content-type']).toMatch(type);
    expect(seen.at(-1)).toEqual([request.body.length, request.body.length]);
    expect(seen.map(([sent]) => sent)).toEqual(seen.map(([sent]) => sent).sort((a, b) => a - b));
  },
);

it('an UploadEndpoint fails and aborts like any other', async () => {
  const gone = await startTestServer();
  await gone.close();
  expect(await send(gone.origin, 'text', 5)).toEqual({ outcome: 'SB_NETWORK', seen: [] });
  server.answer = (response) => response.writeHead(404).end();
  expect((await send(server.origin, 'text', 5)).outcome).toBe('SB_NETWORK');
  server.answer = () => {};
  expect((await send(server.origin, 'text', 5, 50)).outcome).toBe('AbortError');
});
