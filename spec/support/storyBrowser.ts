import { createReadStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type RunningApi, startApi } from '../../stories/api/startApi.ts';

const root = join(__dirname, '..', '..');
const built = join(root, 'stories', '.out');
const screenshots = join(root, 'spec', 'browser', '.screenshots');

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
  let pages: Server;
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    api = await startApi();
    pages = await servePages();
    browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: flags });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    pages.closeAllConnections();
    await new Promise((closed) => pages.close(closed));
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
      const { port } = pages.address() as AddressInfo;
      const query = `id=${storyId}&viewMode=story&api=${encodeURIComponent(api.url)}`;
      await page.goto(`http://127.0.0.1:${port}/iframe.html?${query}`);
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

async function servePages(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = join(built, pathname === '/' ? 'index.html' : pathname);
    if (!file.startsWith(built) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}
