import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type RunningApi, startApi } from '../../stories/api/startApi.ts';
import { launchChromium } from './launchChromium.ts';
import { serveFolder, type ServedFolder } from './serveFolder.ts';

const root = join(__dirname, '..', '..');
const built = join(root, 'stories', '.out');
const screenshots = join(root, 'spec', 'browser', '.screenshots');

/** A story without requests. */
const START_PAGE = 'start-here--start-here';

interface StoryOptions {
  readonly colorScheme?: 'light' | 'dark';
  /** Size of the page, px. */
  readonly width?: number;
}

/** A story in its own page. */
export interface OpenStory {
  readonly page: Page;
  /** Console errors, warnings and uncaught exceptions so far. */
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
  /**
   * Shows a story in a page that stays for the next visit, as Storybook does when another story is
   * chosen: a fifth of the time of `open`. All visits of a file have one size.
   */
  visit(storyId: string, options?: StoryOptions): Promise<OpenStory>;
  /**
   * Keeps the requests of a page away from the API until the returned function is called. A busy
   * machine needs longer for a few clicks than any delay.
   */
  hold(page: Page): Promise<() => void>;
  /** Ids of all stories. */
  ids(): readonly string[];
} {
  let api: RunningApi;
  let pages: ServedFolder;
  let browser: Browser;
  /** One for all stories: its cache has the compiled code of Storybook. */
  let context: BrowserContext;
  const opened: Page[] = [];
  let visited: (OpenStory & { readonly problems: string[] }) | undefined;

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    api = await startApi();
    pages = await serveFolder(built);
    browser = await launchChromium();
    context = await browser.newContext();
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) {
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await page.close();
    }
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    await pages.close();
  });

  const openStory = async (
    storyId: string,
    { colorScheme = 'light', width = 1100 }: StoryOptions = {},
  ): Promise<OpenStory & { readonly problems: string[] }> => {
    api.state.reset();
    const page = await context.newPage();
    const problems: string[] = [];
    await page.setViewportSize({ width, height: 820 });
    await page.emulateMedia({ colorScheme });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (/error|warning/.test(message.type())) problems.push(message.text());
    });
    const query = `id=${storyId}&viewMode=story&api=${encodeURIComponent(api.url)}`;
    await page.goto(`${pages.url}/iframe.html?${query}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(isShown, storyId);
    const shoot = async (name: string): Promise<void> => {
      await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
    };
    return { page, problems, shoot };
  };

  return {
    api: () => api,
    requests: (operation) => api.state.requests.get(operation) ?? 0,
    ids() {
      const index = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')) as {
        entries: Record<string, { type: string }>;
      };
      return Object.keys(index.entries).filter((id) => index.entries[id].type === 'story');
    },
    async open(storyId, options) {
      const story = await openStory(storyId, options);
      opened.push(story.page);
      return story;
    },
    async visit(storyId, options) {
      if (visited === undefined) return (visited = await openStory(storyId, options));
      const { page, problems } = visited;
      problems.length = 0;
      // The story before must not see that the data of the API begins anew.
      await page.evaluate(chooseStory, START_PAGE);
      await page.waitForFunction(isShown, START_PAGE);
      api.state.reset();
      await page.evaluate(chooseStory, storyId);
      await page.waitForFunction(isShown, storyId);
      return visited;
    },
    async hold(page) {
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(`${api.url}/**`, async (route) => {
        await released;
        await route.continue();
      });
      return release;
    },
  };
}

/** What specs need of the preview of Storybook. */
interface StoryPreview {
  readonly channel: { emit(name: 'setCurrentStory', story: object): void };
  readonly currentRender?: { readonly id: string; readonly phase?: string };
}

function chooseStory(storyId: string): void {
  // The cast holds in a page of Storybook.
  const preview = Reflect.get(globalThis, '__STORYBOOK_PREVIEW__') as StoryPreview;
  preview.channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
}

/**
 * Whether the story has its data, no request in flight, and its play function is over. A failed
 * play function puts its error in the place of the story.
 */
function isShown(storyId: string): boolean {
  // The cast holds in a page of Storybook.
  const preview = Reflect.get(globalThis, '__STORYBOOK_PREVIEW__') as StoryPreview;
  const { id, phase = '' } = preview.currentRender ?? {};
  const isOver = /completed|finished|errored|aborted/.test(phase);
  return id === storyId && isOver && !document.querySelector('.skeleton, .log-waiting');
}
