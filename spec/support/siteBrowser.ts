import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { site as build } from './buildIfChanged.ts';
import { launchChromium } from './launchChromium.ts';
import { serveFolder, type ServedFolder } from './serveFolder.ts';

const root = join(__dirname, '..', '..');
const screenshots = join(root, 'spec', 'browser', '.screenshots');

interface OpenOptions {
  readonly colorScheme?: 'light' | 'dark';
  /** Size of the page, px. */
  readonly width?: number;
}

/** A page of the site, in a session of its own. */
export interface OpenPage {
  readonly page: Page;
  /** Console errors, uncaught exceptions and requests to other hosts so far. */
  readonly problems: string[];
  /** Writes `name.png` into the folder of screenshots, which git ignores. */
  readonly shoot: (name: string) => Promise<void>;
}

/** The built documentation site and Chromium, for one file of specs. */
export function siteBrowser(): {
  /** The paths of all pages: `/entities.html`. */
  paths(): string[];
  /** The file of a page. */
  html(path: string): string;
  open(path: string, options?: OpenOptions): Promise<OpenPage>;
  /** Opens another page in the same session. */
  goTo(page: Page, path: string): Promise<void>;
} {
  let site: ServedFolder;
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    site = await serveFolder(join(root, build.output));
    browser = await launchChromium();
  }, 900_000);
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const goTo = async (page: Page, path: string): Promise<void> => {
    await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
    // Vue sets this when the page is hydrated.
    await page.waitForFunction(() => '__vue_app__' in document.querySelector('#app')!);
  };

  return {
    goTo,
    paths: () =>
      readdirSync(join(root, build.output), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.html'))
        .map((path) => `/${path.replaceAll('\\', '/')}`),
    html: (path) => readFileSync(join(root, build.output, path), 'utf8'),
    async open(path, { colorScheme = 'light', width = 1280 } = {}) {
      const viewport = { width, height: 860 };
      const context = await browser.newContext({ colorScheme, viewport });
      contexts.push(context);
      // It ends a spec that hangs; 30 s, the default, also ended specs on a busy machine.
      context.setDefaultTimeout(100_000);
      // VitePress then prefetches no pages.
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== site.url) problems.push(request.url());
      });
      await goTo(page, path);
      return {
        page,
        problems,
        shoot: async (name) => {
          await page.screenshot({ path: join(screenshots, `${name}.png`) });
        },
      };
    },
  };
}
