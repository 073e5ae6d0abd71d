import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type RunningApi, startApi } from '../../stories/api/startApi.ts';
import { launchChromium } from './launchChromium.ts';
import { serveFolder, type ServedFolder } from './serveFolder.ts';

const root = join(__dirname, '..', '..');
const built = join(root, 'stories', '.out');
const screenshots = join(root, 'spec', 'browser', '.screenshots');

interface StoryOptions {
  readonly colorScheme?: 'light' | 'dark';
  /** Size of the page, px. */
  readonly width?: number;
}

/** A story in its own page. */
export interface OpenStory {
  readonly page: Page;
  /** Console errors and uncaught exceptions so far. */
  readonly problems: readonly string[];
  /** Writes `name.png` into the folder of screenshots, which git ignores. */
  readonly shoot: (name: string) => Promise<void>;
}

/** The built Storybook, a demo API and Chromium, for one file of specs. */
export function storyBrowser(): {
  api(): RunningApi;
  /** Requests of an operation since the story was opened, e.g. `GET /users`. */
  requests(operation: string): number;
  open(storyId: string, options?: StoryOptions): Promise<OpenStory>;
  /** Ids of all stories. */
  ids(): readonly string[];
} {
  let api: RunningApi;
  let pages: ServedFolder;
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    api = await startApi();
    pages = await serveFolder(built);
    browser = await launchChromium();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    await pages.close();
  });

  return {
    api: () => api,
    requests: (operation) => api.state.requests.get(operation) ?? 0,
    ids() {
      const index = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')) as {
        entries: Record<string, { type: string }>;
      };
      return Object.keys(index.entries).filter((id) => index.entries[id].type === 'story');
    },
    async open(storyId, { colorScheme = 'light', width = 1100 } = {}) {
      api.state.reset();
      const viewport = { width, height: 820 };
      const context = await browser.newContext({ colorScheme, viewport });
      contexts.push(context);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      const query = `id=${storyId}&viewMode=story&api=${encodeURIComponent(api.url)}`;
      await page.goto(`${pages.url}/iframe.html?${query}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return {
        page,
        problems,
        shoot: async (name) => {
          await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
        },
      };
    },
  };
}
