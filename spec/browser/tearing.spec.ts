import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/launchChromium.ts';
import type * as tearingPage from './tearingPage.tsx';

/** Runs of each scenario. The hooks take turns. */
const RUNS = Number(process.env.TEARING_RUNS ?? 20);

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'tearingPage.tsx')],
    alias: {
      streambed: join(__dirname, '../../src/index.ts'),
      'streambed/react': join(__dirname, '../../src/react/index.ts'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tearing',
  });
  browser = await launchChromium();
  page = await browser.newPage();
  await page.setContent('<p>');
  await page.addScriptTag({ content: outputFiles[0].text });
});
afterAll(() => browser.close());

const tear = (hook: tearingPage.HookName, scenario: tearingPage.Scenario) =>
  page.evaluate(
    ([name, what]) => {
      const { tearing } = globalThis as unknown as { tearing: typeof tearingPage };
      return tearing.tear(name, what);
    },
    [hook, scenario] as const,
  );

const hooks = [
  'useSuspense',
  'useDLE',
  'useCache',
  'useQuery',
  'useStream',
  'useObservable',
] as const;

describe('50 slow components, during writes to the store,', () => {
  it.each([
    ['when they are updated', 'update'],
    ['when they mount in a transition', 'mount'],
    ['when they render again in a transition', 'transition'],
    ['when they render a deferred value', 'deferred'],
  ] as const)(`never show different states: %s, ${RUNS} runs`, async (_, scenario) => {
    for (let run = 0; run < RUNS; run++) {
      const hook = hooks[run % hooks.length];
      const { torn, isStale, commits } = await tear(hook, scenario);
      expect({ hook, run, torn, isStale }).toEqual({ hook, run, torn: 0, isStale: false });
      expect(commits).toBeGreaterThan(0);
    }
  });

  it('show different states if they read the value in the render: the check can fail', async () => {
    let torn = 0;
    for (let run = 0; run < 5; run++) torn += (await tear('useCareless', 'transition')).torn;
    expect(torn).toBeGreaterThan(0);
  });
});
