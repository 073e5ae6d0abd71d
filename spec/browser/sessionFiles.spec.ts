import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';
import { launchChromium } from '../support/launchChromium.ts';
import type * as sessionFilesPage from './sessionFilesPage.ts';

const source = (path: string): string => join(__dirname, '../../src', path);

let browser: Browser;
let script: string;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'sessionFilesPage.ts')],
    alias: {
      streambed: source('index.ts'),
      'streambed/devtools': source('tools/devtools/index.ts'),
    },
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'files',
  });
  script = outputFiles[0].text;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** A page whose users had these names, one after the other, with the open panel. */
async function pageWith(names: readonly string[]): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.addScriptTag({ content: script });
  await page.evaluate((given) => {
    const { files } = globalThis as unknown as { files: typeof sessionFilesPage };
    files.showUsers(given);
  }, names);
  await page.getByRole('button', { name: /^Streambed devtools/ }).click();
  return page;
}

async function exportFrom(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: 'Export the session' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return download.path();
}

async function importInto(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const button = page.getByRole('button', { name: 'Import a session' });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(file);
}

it('the panel saves a session without secrets, and another page shows it and its own data again', async () => {
  const path = await exportFrom(await pageWith(['Ann', 'Anna', 'Annika']));
  expect(readFileSync(path, 'utf8')).not.toContain('geheim');
  const other = await pageWith(['Bob']);
  const shown = other.locator('output');
  expect(await shown.textContent()).toBe('Bob');
  await importInto(other, path);
  await other.getByText('This session is from a file: 3 commits, 0 requests.').waitFor();
  await other.getByTitle('Show the state before the first recorded commit').click();
  expect(await shown.textContent()).toBe('');
  const later = other.getByTitle('Show the state one commit later');
  for (const name of ['Ann', 'Anna', 'Annika']) {
    await later.click();
    expect(await shown.textContent()).toBe(name);
  }
  await other.getByRole('button', { name: 'Close the file' }).click();
  expect(await shown.textContent()).toBe('Bob');
});

it('the panel says why it cannot read a file, and keeps its session', async () => {
  const page = await pageWith(['Bob']);
  const buffer = Buffer.from('{"streambedSession":7}');
  await importInto(page, { name: 'a.json', mimeType: 'application/json', buffer });
  await page.getByText('another version of the format').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(await page.locator('output').textContent()).toBe('Bob');
  expect(await page.getByText('This session is from a file').count()).toBe(0);
});
