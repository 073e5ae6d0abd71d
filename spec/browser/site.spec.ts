import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import MiniSearch, { type SearchResult } from 'minisearch';
import type { Page } from 'playwright-core';
import { searchOptions } from '../../docs/.vitepress/search/searchOptions.ts';
import { seriousViolations } from '../support/axeViolations.ts';
import { pane, typeProgram } from '../support/playgroundPage.ts';
import { searchQueries } from '../support/searchQueries.ts';
import { siteBrowser } from '../support/siteBrowser.ts';

const site = siteBrowser();
const PHONE = 390;
const root = join(__dirname, '..', '..');

/** A page as a phone shows it. */
interface Visit {
  readonly path: string;
  readonly problems: readonly string[];
  readonly width: number;
  /** Blocks of code that hide the end of a line. */
  readonly cutCode: number;
}

/** A page as its file has it, before scripts run. */
interface WrittenPage {
  readonly path: string;
  /** Absolute paths with their hash. */
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

describe('every page', () => {
  let pages: readonly WrittenPage[];

  beforeAll(() => {
    pages = site.paths().map((path) => written(path, site.html(path)));
  });

  it('is there for every entry of the package', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const entries = Object.keys(exports).filter((name) => name !== './package.json');
    const paths = entries.map((name) => posix.join('/api/streambed', name, 'index.html'));
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
  });

  it('has a description of its own', () => {
    const described = site
      .paths()
      .filter((path) => path !== '/404.html')
      .map((path) => ({ path, text: descriptionIn(site.html(path)) }));
    const paths = new Map(described.map(({ path, text }) => [text, path]));
    expect(described.filter(({ path, text }) => paths.get(text) !== path)).toEqual([]);
    expect(described.filter(({ text }) => text.length < 40 || text.length > 165)).toEqual([]);
  });

  it('of the reference says what it shows, once', () => {
    const paths = site.paths().filter((path) => path.startsWith('/api/'));
    const found = paths.filter((path) => /Call Signature|<td>-<\/td>/.test(site.html(path)));
    expect(paths.length).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  it('of an endpoint or a store has its options with their defaults', () => {
    const rest = site.html('/api/streambed/variables/RestEndpoint.html');
    expect(rest).toMatch(/<code>paginationField<\/code><\/td><td[^>]*>none</);
    expect(rest).toMatch(/<code>invalidIfStale<\/code><\/td><td[^>]*><code>false</);
    const store = site.html('/api/streambed/functions/createStore.html');
    expect(store).toMatch(/<code>gcTime<\/code><\/td><td[^>]*>300,000</);
  });

  it('that lists the errors has an address for each code', () => {
    const codesOf = (page: WrittenPage): string[] =>
      [...page.ids].filter((id) => id.startsWith('sb_'));
    const explained = pages.filter(({ path }) => path.startsWith('/errors-')).flatMap(codesOf);
    expect(explained.length).toBeGreaterThan(70);
    const list = pages.find(({ path }) => path === '/errors.html')!;
    expect(codesOf(list)).toEqual(expect.arrayContaining(explained));
  });

  it('links to existing pages and headings', () => {
    const idsOf = new Map(pages.map(({ path, ids }) => [path, ids]));
    const dead = pages.flatMap(({ path, links }) =>
      links.filter((link) => !leadsSomewhere(link, idsOf)).map((link) => `${path}: ${link}`),
    );
    expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(10_000);
    expect(dead).toEqual([]);
  });
});

describe('every guide and the longest pages of the reference', () => {
  let visits: readonly Visit[];

  beforeAll(async () => {
    const queue = visited();
    const done: Visit[] = [];
    const visitAll = async (): Promise<void> => {
      const { page, problems } = await site.open('/', { width: PHONE });
      for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
        problems.length = 0;
        await site.goTo(page, path);
        const shown = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          cutCode: [...document.querySelectorAll('.vp-doc pre')].filter(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
          ).length,
        }));
        done.push({ path, ...shown, problems: [...problems] });
      }
    };
    await Promise.all(Array.from({ length: 4 }, visitAll));
    visits = done;
  }, 300_000);

  it('loads without an error in the console', () => {
    expect(visits.length).toBeGreaterThan(50);
    expect(visits.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  it('fits a phone', () => {
    const tooWide = visits.filter(({ width }) => width > PHONE);
    expect(tooWide.map(({ path, width }) => ({ path, width }))).toEqual([]);
  });

  it('shows lines of 88 characters beside both columns', async () => {
    const { page } = await site.open('/getting-started.html');
    const characters = await page.evaluate(() => {
      const code = document.querySelector<HTMLElement>('.vp-doc pre code')!;
      const { paddingLeft, paddingRight } = getComputedStyle(code);
      const letter = document.createElement('span');
      letter.textContent = '0'.repeat(10);
      code.append(letter);
      const width = code.clientWidth || code.getBoundingClientRect().width;
      const room = width - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return Math.floor(room / (letter.getBoundingClientRect().width / 10));
    });
    expect(characters).toBeGreaterThanOrEqual(88);
  });

  it('wraps code on a phone', () => {
    expect(visits.filter(({ cutCode }) => cutCode > 0).map(({ path }) => path)).toEqual([]);
  });
});

/** The pages of the reference have one layout; what can break it are long signatures. */
function visited(): string[] {
  const paths = site.paths();
  const isReference = (path: string): boolean => path.startsWith('/api/');
  const longest = paths
    .filter(isReference)
    .map((path) => ({ path, length: site.html(path).length }))
    .sort((a, b) => b.length - a.length)
    .slice(0, 5);
  return [...paths.filter((path) => !isReference(path)), ...longest.map(({ path }) => path)];
}

function descriptionIn(html: string): string {
  return /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
}

function written(path: string, html: string): WrittenPage {
  const targets = [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href]) => href);
  const base = new URL(path, 'http://site');
  const links = targets
    .map((href) => new URL(href.replaceAll('&amp;', '&'), base))
    .filter(({ origin }) => origin === base.origin)
    .map(({ pathname, hash }) => pathname + hash);
  return { path, links, ids: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)) };
}

function leadsSomewhere(link: string, idsOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [path, hash = ''] = link.split('#') as [string, string?];
  const ids = idsOf.get(path.endsWith('/') ? posix.join(path, 'index.html') : path);
  // The hash of the playground is the name of an example.
  if (hash === '' || path === '/playground/') return ids !== undefined;
  return ids?.has(decodeURIComponent(hash)) === true;
}

describe('the search', () => {
  let search: (query: string) => readonly SearchResult[];

  beforeAll(() => {
    const chunks = join(root, 'docs', '.vitepress', 'dist', 'assets', 'chunks');
    const name = readdirSync(chunks).find((file) => file.startsWith('@localSearchIndex'))!;
    // A module that exports a text.
    const [, code, exported] = /^(.*)export\s*\{\s*(\w+) as default/s.exec(
      readFileSync(join(chunks, name), 'utf8'),
    )!;
    const index = MiniSearch.loadJSON(runInNewContext(`${code};${exported}`) as string, {
      fields: ['title', 'titles', 'text'],
      storeFields: ['title', 'titles'],
      searchOptions,
    });
    search = (query) => index.search(query);
  });

  it.each(searchQueries)('finds "%s" on %s', (query, page) => {
    const first = search(query).slice(0, 3);
    expect(first.map(({ id }) => String(id).split('#')[0])).toContain(page);
    expect(first[0].id).not.toMatch(/\/api\//);
  });
});

it('the search finds useSuspense, and Enter opens the first result', async () => {
  const { page, problems, shoot } = await site.open('/');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('useSuspense');
  const results = page.getByRole('option');
  await results.filter({ hasText: 'useSuspense' }).first().waitFor();
  await expect(results.first().innerText()).resolves.toMatch(/React\s+useSuspense\b/);
  await shoot('site-search');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/react.html#usesuspense');
  expect(problems).toEqual([]);
});

describe('accessibility', () => {
  it.each(['/entities.html', '/api/streambed/react/functions/useSuspense.html', '/playground/'])(
    'axe finds no serious violation in %s, light and dark',
    async (path) => {
      const { page, shoot } = await site.open(path);
      if (path === '/playground/') await pane(page, 'Output').getByText('valid idle').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await shoot(`site-light${path.replaceAll('/', '-')}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await shoot(`site-dark${path.replaceAll('/', '-')}`);
    },
  );
});

describe('the home page', () => {
  it.each([
    ['light', 390],
    ['dark', 1280],
    ['light', 1920],
  ] as const)(
    'loads the demo when it is scrolled to, and moves nothing, in %s colors at %d px',
    async (colorScheme, width) => {
      const { page, problems, shoot } = await site.open('/', { colorScheme, width });
      const scripts = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((name) => /Playground|startFrame/.test(name))).toEqual([]);
      await shoot(`landing-${width}`);

      await page.locator('.demo').scrollIntoViewIfNeeded();
      await page.locator('.cards').scrollIntoViewIfNeeded();
      // The program adds a user and removes it again: the line may stand there twice.
      await pane(page, 'Output').getByText('12 users, the last: Lucía Ferrer').first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await shoot(`landing-${width}-demo`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await shiftsOf(page)).toEqual([]);
      expect(new URL(page.url()).hash).toBe('');
      expect(problems).toEqual([]);
    },
  );

  it.each(['/', '/entities.html'])(
    'moves nothing in %s when fonts and images come late',
    async (path) => {
      const { page } = await site.open('/404.html', { width: 390 });
      await page.route(/\.(woff2|svg|png)$/, async (route) => {
        await setTimeout(1_000);
        await route.continue();
      });
      await site.goTo(page, path);
      await page.waitForLoadState('load');
      expect(await shiftsOf(page)).toEqual([]);
    },
  );

  it('runs an edited demo', async () => {
    const { page } = await site.open('/');
    await page.locator('.demo').scrollIntoViewIfNeeded();
    await page.locator('.cards').scrollIntoViewIfNeeded();
    await typeProgram(page, "console.log('mine');");
    await page.getByRole('button', { name: 'Run' }).click();
    await pane(page, 'Output').getByText('mine').waitFor();
    expect(await pane(page, 'Requests').locator('code').count()).toBe(0);
  });

  it('leads each claim to the table of its number', () => {
    const html = site.html('/index.html');
    const cards = [
      ...html.matchAll(
        /(performance[\w-]*)\.html#([\w-]+)"[^>]*><strong>[^<]*<\/strong><b>([^<]*)/g,
      ),
    ];
    expect(cards).toHaveLength(4);
    for (const [, page, , number] of cards) {
      const measured = readFileSync(join(root, 'docs', `${page}.md`), 'utf8');
      expect(measured).toContain(number.replace('\u00a0', ' '));
    }
  });
});

/** What moved without an action of the reader, and by how much: layout shifts, as browsers count. */
function shiftsOf(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(async () => {
    type LayoutShift = { value: number; sources: { node?: Node }[] };
    const shifts: { value: number; moved: string[] }[] = [];
    const observer = new PerformanceObserver((list) => {
      // The cast holds: entries of this type have the members.
      for (const { value, sources } of list.getEntries() as unknown as LayoutShift[]) {
        // Less is the navigation, which is painted while the page still arrives.
        if (value < 0.0015) continue;
        const moved = sources.map(({ node }) => `${node?.nodeName}: ${node?.textContent}`);
        shifts.push({ value, moved: moved.map((text) => text.slice(0, 60)) });
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    return shifts;
  });
}
