import type { Page } from 'playwright-core';
import { drivenPages } from '../support/drivenPages.ts';
import { until } from '../support/until.ts';
import type * as tabsPage from './tabsPage.ts';

/** The number of each row that the server has. */
const rows = new Map<string, number>();

/** A row, after it was saved if the path says so. */
function answer(path: string): unknown {
  const [, name, id, n] = path.split('/');
  if (name === 'save') return { id, n: Number(n) };
  return name === 'row' ? { id, n: rows.get(id) ?? 0 } : undefined;
}

const pages = drivenPages<typeof tabsPage>('tabsPage.ts', answer);
const { call, dataRequests, url } = pages;

beforeEach(() => rows.clear());

async function open(isStored: boolean, flushWait?: number): Promise<Page> {
  const page = await pages.open();
  await call(page, 'start', isStored, flushWait);
  return page;
}

/** Three tabs that show a row. */
async function openThree(isStored: boolean, flushWait?: number): Promise<readonly Page[]> {
  const tabs: Page[] = [];
  for (let count = 0; count < 3; count++) tabs.push(await open(isStored, flushWait));
  for (const tab of tabs) await call(tab, 'show', '1');
  return tabs;
}

/** Has a page stand still: its thread waits for a response. Resolves with a function that ends it. */
async function stop(page: Page): Promise<() => Promise<void>> {
  const response = pages.hold('/row/still');
  const still = call(page, 'standStill', '/row/still');
  await response.arrived;
  return () => {
    response.release();
    return still;
  };
}

describe.each([
  ['with stored data', true],
  ['without stored data', false],
])('tabs in Chromium %s', (_, isStored) => {
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
    const [a, b, c] = await openThree(isStored);
    await call(a, 'edit', '2', 5);
    await call(b, 'edit', '2', 6);
    await call(a, 'knows', '2', 6);
    await call(a, 'logOut');
    for (const tab of [b, c]) await call(tab, 'knows', '2', undefined);
    // The next session is shared again.
    for (const tab of [a, b, c]) await call(tab, 'shows', 0);
    await call(b, 'edit', '1', 3);
    for (const tab of [a, c]) await call(tab, 'shows', 3);
    expect(await call(a, 'known', '2')).toBeUndefined();
  });

  it('end with the same number of a row that three of them edit at once (R33)', async () => {
    const tabs = await openThree(isStored);
    await Promise.all(tabs.map((tab, at) => call(tab, 'editMany', '1', (at + 1) * 100, 30)));
    const numbers = (): Promise<readonly unknown[]> =>
      Promise.all(tabs.map((tab) => call(tab, 'known', '1')));
    await until('all tabs are equal', async () => new Set(await numbers()).size === 1);
    const [n] = await numbers();
    expect([129, 229, 329]).toContain(n);
    if (!isStored) return;
    // The storage has the same.
    const late = await open(isStored);
    expect(await call(late, 'show', '1')).toBe(n);
  });

  it('show what the server has after a read has overlapped a mutation of another one (R34)', async () => {
    const [a, b, c] = await openThree(isStored);
    const save = pages.hold('/save/1/5', () => rows.set('1', 5));
    const saved = call(a, 'save', '1', 5);
    await save.arrived;
    // The server has not saved it yet.
    expect(await call(b, 'refetch', '1')).toBe(0);
    const before = dataRequests().length;
    save.release();
    expect(await saved).toBe(5);
    for (const tab of [a, b, c]) await call(tab, 'shows', 5);
    await until('the read is repeated', async () => dataRequests().length > before);
    expect(dataRequests().slice(before)).toEqual(['/row/1']);
  });

  it('follow what they have missed while they stood still, and a log-out (R33, R35)', async () => {
    const [a, b, c] = await openThree(isStored);
    const resumeFirst = await stop(b);
    await call(a, 'edit', '1', 4);
    await call(c, 'shows', 4);
    await call(a, 'edit', '2', 5);
    await call(a, 'edit', '1', 6);
    await call(c, 'shows', 6);
    await resumeFirst();
    await call(b, 'shows', 6);
    if (isStored) await until('it is stored', async () => (await call(a, 'stored', '1')) === 6);
    const resume = await stop(b);
    const end = call(a, 'logOut');
    await call(c, 'knows', '2', undefined);
    await resume();
    await end;
    for (const tab of [a, b, c]) {
      await call(tab, 'knows', '2', undefined);
      await call(tab, 'shows', 0);
      expect(await call(tab, 'known', '2')).toBeUndefined();
    }
  });

  it('leave a page that goes to the back-forward cache, and follows what it has missed', async () => {
    const [a, b] = [await open(isStored), await open(isStored)];
    await call(a, 'show', '1');
    await call(a, 'edit', '2', 5);
    await call(b, 'show', '1');
    await a.evaluate(() => Object.assign(globalThis, { isFirst: true }));
    await a.goto(url('second'));
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

it('store what a tab has sent that crashes before it has stored it (R13)', async () => {
  const a = await open(true, 60_000);
  const [b, c] = [await open(true), await open(true)];
  for (const tab of [a, b, c]) await call(tab, 'show', '1');
  await call(a, 'edit', '1', 7);
  for (const tab of [b, c]) await call(tab, 'shows', 7);
  const crashed = new Promise((resolve) => void a.once('crash', resolve));
  const session = await a.context().newCDPSession(a);
  // No page is left to respond.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  const before = dataRequests().length;
  const late = await open(true);
  await until('it is stored', async () => (await call(late, 'stored', '1')) === 7);
  expect(await call(late, 'show', '1')).toBe(7);
  expect(dataRequests().length).toBe(before);
  await call(b, 'edit', '1', 8);
  for (const tab of [c, late]) await call(tab, 'shows', 8);
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
