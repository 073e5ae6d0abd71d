import type { ServerResponse } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/launchChromium.ts';
import type { Store } from 'streambed';
import type { ServerStore } from 'streambed/ssr';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';
import { until } from '../support/until.ts';
import type { User } from './ssr/App.tsx';
import { buildPages } from './ssr/buildPages.ts';

/** The global `page` of the client, for specs. */
interface ClientPage {
  readonly problems: string[];
  readonly store: Store;
  readonly User: typeof User;
  readonly version: string;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each([19, 18] as const)('a page of React %d that is streamed and hydrated', (major) => {
  let api: TestServer;
  let pages: { origin: string; close(): Promise<unknown> };
  let page: Page;
  const problems: string[] = [];
  const errors: unknown[] = [];
  const stores: ServerStore[] = [];
  /** The requests with their sender: `server 1`. */
  let requests: string[] = [];
  /** Delayed responses that the spec sends, by id. */
  const delayed = new Map<string, () => void>();
  const closed: string[] = [];
  let nameOf = (id: string): string => `User ${id}`;

  beforeAll(async () => {
    api = await startTestServer();
    api.answer = (response, { url, headers }) => {
      const id = decodeURIComponent(url.split('/').at(-1) ?? '');
      requests.push(`${String(headers['x-by'] ?? 'server')} ${id}`);
      response.on('close', () => response.writableFinished || closed.push(id));
      const respond = (): void => answerUser(response, id, nameOf(id));
      if (id.startsWith('slow')) delayed.set(id, respond);
      else respond();
    };
    const { client, startPages } = await buildPages(major);
    pages = await startPages({ api: api.origin, client, errors, stores });
  });
  beforeEach(async () => {
    requests = [];
    problems.length = errors.length = stores.length = closed.length = 0;
    nameOf = (id) => `User ${id}`;
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await pages.close();
    await api.close();
  });

  const open = async (ids: readonly string[], rest = ''): Promise<void> => {
    const query = ids.map((id) => `id=${encodeURIComponent(id)}`).join('&');
    await page.goto(`${pages.origin}/?${query}${rest}`, { waitUntil: 'commit' });
  };
  /** Waits until it is shown: React 19 reveals parts of a streamed page some time after they arrive. */
  const textOf = async (id: string): Promise<string | null> => {
    const user = page.locator(`[data-user=${JSON.stringify(id)}]`);
    await user.waitFor();
    return user.textContent();
  };
  const click = async (): Promise<void> => {
    await expect(clicks()).resolves.toBe('clicked 0');
    await page.waitForFunction(() => {
      document.querySelector('button')?.click();
      return document.querySelector('button')?.textContent !== 'clicked 0';
    });
  };
  const clicks = () => page.locator('button').textContent();
  const version = () =>
    page.evaluate(() => (globalThis as unknown as { page: ClientPage }).page.version);
  const complaints = async (): Promise<string[]> => [
    ...problems,
    ...(await page.evaluate(() => (globalThis as unknown as { page: ClientPage }).page.problems)),
  ];

  it('is interactive before its last part arrives, and fetches nothing', async () => {
    await open(['1', 'slow'], '&shell=2');
    expect(await textOf('2')).toBe('User 2');
    expect(await textOf('1')).toBe('User 1');
    await click();
    expect(await page.locator('i').textContent()).toBe('waiting');
    delayed.get('slow')?.();
    expect(await textOf('slow')).toBe('User slow');
    await page.waitForLoadState('load');
    await page.waitForFunction(() => {
      const { store, User } = (globalThis as unknown as { page: ClientPage }).page;
      return store.get(User, { id: 'slow' }) !== undefined;
    });
    // After this request, requests of the hydration would have arrived.
    await page.evaluate(() => fetch('/api/users/last').then((answer) => answer.json()));
    expect(requests.sort()).toEqual(['browser last', 'server 1', 'server 2', 'server slow']);
    expect(await complaints()).toEqual([]);
    expect(errors).toEqual([]);
    expect(await version()).toMatch(new RegExp(`^${major}\\.`));
    expect(stores.map((store) => store.stats())).toEqual([
      expect.objectContaining({ entities: 0, inFlight: 0, timers: 0 }),
    ]);
  });

  it('shows stale data at once, and refetches it once after the hydration', async () => {
    let count = 0;
    nameOf = () => `answer ${++count}`;
    await open(['1'], '&stale=1');
    await page.locator('text=answer 2').waitFor();
    expect(requests).toEqual(['server 1', 'browser 1']);
    expect(await complaints()).toEqual([]);
  });

  it('hydrates without a mismatch although the data has changed before', async () => {
    await open(['1'], '&shell=2&late=1');
    await page.waitForLoadState('load');
    expect(await textOf('1')).toBe('User 1');
    await page.evaluate(() => {
      const { page: client, takeOver } = globalThis as unknown as {
        page: ClientPage;
        takeOver: () => void;
      };
      for (const id of ['1', '2']) client.store.set(client.User, { id, name: `Changed ${id}` });
      takeOver();
    });
    await page.locator('text=Changed 1').waitFor();
    await page.locator('text=Changed 2').waitFor();
    await click();
    expect(requests.sort()).toEqual(['server 1', 'server 2']);
    expect(await complaints()).toEqual([]);
  });

  it('hydrates without a mismatch although reads that do not suspend were rendered before their data', async () => {
    await open([], '&looks=slow3&late=1');
    await page.locator('text=waiting').waitFor();
    delayed.get('slow3')?.();
    await page.waitForLoadState('load');
    const shown = () => page.locator('em').allTextContents();
    const missing = 'none,none,none,none,true,false';
    expect(await shown()).toEqual([missing, missing]);
    await page.evaluate(() => (globalThis as unknown as { takeOver: () => void }).takeOver());
    const there = [...Array<string>(4).fill('User slow3'), false, true].join();
    await page.locator(`text=${there}`).nth(1).waitFor();
    expect(await shown()).toEqual([there, there]);
    expect(requests).toEqual(['server slow3']);
    expect(await complaints()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('contains hostile data as text', async () => {
    const hostile = [
      '</script><script>globalThis.pwned=1</script>',
      '<!--<script>',
      ']]><img src=x onerror=globalThis.pwned=1>',
      '\u2028\u2029&lt;',
      '__proto__',
      '\'"`${1}',
    ];
    nameOf = (id) => `${id} </script><img src=x onerror=globalThis.pwned=1><!-- \u2028`;
    await open(hostile);
    await page.waitForLoadState('load');
    await click();
    const shown = await page.locator('b').allTextContents();
    expect(shown).toEqual(hostile.map(nameOf));
    const state = await page.evaluate(() => {
      const { store } = (globalThis as unknown as { page: ClientPage }).page;
      return { pwned: 'pwned' in globalThis, entities: store.stats().entities };
    });
    expect(state).toEqual({ pwned: false, entities: hostile.length });
    expect(requests.filter((line) => line.startsWith('browser'))).toEqual([]);
    expect(await complaints()).toEqual([]);
  });

  it('works with a Content-Security-Policy that allows only the scripts of the page', async () => {
    await open(['1', 'slow'], '&shell=2&nonce=cmFuZG9t');
    await click();
    delayed.get('slow')?.();
    expect(await textOf('slow')).toBe('User slow');
    await page.waitForLoadState('load');
    expect(requests.filter((line) => line.startsWith('browser'))).toEqual([]);
    expect(await complaints()).toEqual([]);
  });

  it('lets the browser fetch reads that failed on the server', async () => {
    const { answer } = api;
    api.answer = (response, request) => {
      if (request.headers['x-by'] === 'browser') answer(response, request);
      else response.writeHead(500).end();
    };
    await open(['1']);
    expect(await textOf('1')).toBe('User 1');
    api.answer = answer;
    expect(requests).toEqual(['browser 1']);
    expect(errors).toEqual([expect.objectContaining({ code: 'SB_NETWORK', status: 500 })]);
  });

  it('aborts its requests when the browser disconnects', async () => {
    await open(['slow2']);
    await page.locator('text=waiting').waitFor();
    await page.goto('about:blank');
    await until('the API sees it', () => closed.includes('slow2'));
    expect(stores[0].stats()).toMatchObject({ inFlight: 0, timers: 0, entries: 0 });
  });
});

function answerUser(response: ServerResponse, id: string, name: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id, name }));
}
