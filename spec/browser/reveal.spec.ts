import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/launchChromium.ts';
import type * as revealPage from './revealPage.tsx';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'revealPage.tsx')],
    alias: {
      streambed: join(__dirname, '../../src/index.ts'),
      'streambed/react': join(__dirname, '../../src/react/index.ts'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'revealed',
  });
  browser = await launchChromium();
  page = await browser.newPage();
  await page.setContent('<p>');
  await page.addScriptTag({ content: outputFiles[0].text });
});
afterAll(() => browser.close());

const reveal = (...args: Parameters<typeof revealPage.reveal>) =>
  page.evaluate((given) => {
    const { revealed } = globalThis as unknown as { revealed: typeof revealPage };
    return revealed.reveal(...given);
  }, args);

const RUNS = 5;

async function medianOf(...args: Parameters<typeof revealPage.reveal>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await reveal(...args));
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

describe.each([20, 120])('a response that takes %i ms', (delay) => {
  it.each(['on mount', 'on another key', 'on mount in a transition'] as const)(
    'is on the screen within 100 ms in an AsyncBoundary, %s',
    async (occasion) => {
      expect(await medianOf('AsyncBoundary', occasion, delay)).toBeLessThanOrEqual(100);
    },
  );
});

it('is on the screen later in a Suspense boundary of React: the check can fail', async () => {
  expect(await medianOf('Suspense', 'on mount', 20)).toBeGreaterThan(100);
});
