import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestServer } from '../http/rest/testServer.ts';
import { launchChromium } from '../support/launchChromium.ts';
import { servePage } from '../support/servePage.ts';
import type * as tabsPage from './tabsPage.ts';

type Program = typeof tabsPage;
type InPage = { program: Program };

/** A row with the number 0. */
function answer(path: string): unknown {
  const [, name, id] = path.split('/');
  return name === 'row' ? { id, n: 0 } : undefined;
}

let browser: Browser;
let context: BrowserContext;
let server: TestServer;

beforeAll(async () => {
  server = await servePage('tabsPage.ts', 'program', answer);
  browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
});
beforeEach(async () => {
  context = await browser.newContext();
  server.requests.length = 0;
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await server.close();
});

const dataRequests = (): readonly string[] =>
  server.requests.map(({ url }) => url).filter((url) => answer(url) !== undefined);

async function open(isStored: boolean): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.origin}/first`);
  await call(page, 'start', isStored);
  return page;
}

/** Calls a function of the program in a page. */
function call<K extends keyof Program>(
  page: Page,
  name: K,
  ...args: Parameters<Program[K]>
): Promise<Awaited<ReturnType<Program[K]>>> {
  // The cast holds: the program is the global of the page.
  return page.evaluate(
    ([key, list]) => {
      const { program } = globalThis as unknown as InPage;
      return (program[key] as (...all: readonly unknown[]) => unknown)(...list);
    },
    [name, args] as const,
  ) as Promise<Awaited<ReturnType<Program[K]>>>;
}

describe.each([
  ['with stored data', true],
  ['without stored data', false],
])('two tabs in Chromium %s', (_, isStored) => {
  it('show an edit of one in the other, without a request (R29, R30)', async () => {
    const [a, b] = [await open(isStored), await open(isStored)];
    expect(await call(a, 'show', '1')).toBe(0);
    expect(await call(b, 'show', '1')).toBe(0);
    const before = dataRequests().length;
    await call(a, 'edit', '1', 7);
    await call(b, 'shows', 7);
    await call(b, 'edit', '1', 8);
    await call(a, 'shows', 8);
    expect(dataRequests().length).toBe(before);
  });

  it('log out together (R35)', async () => {
    const [a, b] = [await open(isStored), await open(isStored)];
    await call(a, 'show', '1');
    await call(b, 'show', '1');
    await call(a, 'edit', '2', 5);
    await call(b, 'edit', '2', 6);
    await call(a, 'knows', '2', 6);
    await call(a, 'logOut');
    await call(b, 'knows', '2', undefined);
    // The next session is shared again.
    await call(a, 'shows', 0);
    await call(b, 'shows', 0);
    await call(b, 'edit', '1', 3);
    await call(a, 'shows', 3);
    expect(await call(a, 'known', '2')).toBeUndefined();
  });

  it('leave a page that goes to the back-forward cache, and follows what it has missed', async () => {
    const [a, b] = [await open(isStored), await open(isStored)];
    await call(a, 'show', '1');
    await call(a, 'edit', '2', 5);
    await call(b, 'show', '1');
    await a.evaluate(() => Object.assign(globalThis, { isFirst: true }));
    await a.goto(`${server.origin}/second`);
    await call(b, 'logOut');
    await a.goBack({ waitUntil: 'commit' });
    await a.waitForFunction(() => 'isFirst' in globalThis);
    await call(a, 'knows', '2', undefined);
    await call(a, 'shows', 0);
    await call(b, 'shows', 0);
    await call(b, 'edit', '1', 9);
    await call(a, 'shows', 9);
    expect(await call(a, 'known', '2')).toBeUndefined();
  });
});

it('takes an edit to another tab and back within a few frames', async () => {
  const [a, b] = [await open(false), await open(false)];
  await call(b, 'show', '1');
  await call(a, 'show', '1');
  await call(b, 'echo', '1');
  const times: number[] = [];
  for (let n = 1; n < 20; n += 2) times.push(await call(a, 'roundTrip', '1', n));
  expect(Math.min(...times)).toBeLessThan(100);
});
