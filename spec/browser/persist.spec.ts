import { drivenPages } from '../support/drivenPages.ts';
import type * as persistPage from './persistPage.ts';

/** Rows of a list, each with the number 7. */
function answer(path: string): unknown {
  const [, kind, of] = path.split('/');
  if (kind === 'row') return { id: of, n: 7 };
  if (kind !== 'rows') return undefined;
  return Array.from({ length: Number(of) }, (_, at) => ({ id: String(at), n: 7 }));
}

const { call, dataRequests, open, url } = drivenPages<typeof persistPage>('persistPage.ts', answer);

describe('persist in Chromium', () => {
  it.each([0, 1, 10_000])('shows %d rows after a reload without a request', async (count) => {
    const page = await open();
    expect(await call(page, 'start')).toBe('storage');
    const first = await call(page, 'readRows', count);
    expect(first).toEqual(Array.from({ length: count }, () => 7));
    await call(page, 'allStored', count);

    await page.reload();
    await call(page, 'start');
    expect(await call(page, 'readRows', count)).toEqual(first);
    expect(dataRequests()).toEqual([`/rows/${count}`]);
  });

  it('opens its storage if the page is busy for four seconds when it starts', async () => {
    const page = await open();
    expect(await call(page, 'startBusy', 4_000)).toBe('storage');
  });

  it('stops the build of an earlier version, which writes nothing from then on (R21, R22)', async () => {
    const [old, next] = [await open(), await open()];
    expect(await call(old, 'start', 1)).toBe('storage');
    await call(old, 'writeRow', '1', 1);
    await call(old, 'isStored', '1', 1);
    expect(await call(next, 'start', 2)).toBe('storage');
    expect(await call(next, 'storedRows')).toEqual({});
    await call(next, 'writeRow', '2', 2);
    await call(next, 'isStored', '2', 2);

    await call(old, 'writeRow', '3', 1);
    await call(old, 'hasStatus', 'outdated');
    await call(old, 'writeRow', '2', 1);
    // The program goes on: it fetches.
    expect(await call(old, 'readRow', '9')).toBe(7);
    await call(next, 'writeRow', '4', 2);
    await call(next, 'isStored', '4', 2);
    expect(await call(next, 'storedRows')).toEqual({ 2: 2, 4: 2 });

    await old.reload();
    expect(await call(old, 'start', 1)).toBe('outdated');
    expect(await call(old, 'readRow', '2')).toBe(7);
    expect(await call(next, 'storedRows')).toEqual({ 2: 2, 4: 2 });
  });

  it('goes to the back-forward cache, returns and stores what comes then', async () => {
    const page = await open();
    await call(page, 'start');
    await call(page, 'writeRow', '1', 1);
    await call(page, 'isStored', '1', 1);
    await page.evaluate(() => Object.assign(globalThis, { isFirst: true }));
    await page.goto(url('second'));
    // Another page of the program uses the storage meanwhile.
    await call(page, 'start');
    expect(await call(page, 'readRow', '1')).toBe(1);
    await call(page, 'writeRow', '2', 2);
    await call(page, 'isStored', '2', 2);
    // A restored page does not load.
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => 'isFirst' in globalThis);
    expect(await call(page, 'status')).toBe('storage');
    await call(page, 'writeRow', '3', 3);
    await call(page, 'isStored', '3', 3);
    expect(await call(page, 'storedRows')).toEqual({ 1: 1, 2: 2, 3: 3 });
    expect(dataRequests()).toEqual([]);
  });

  it('stores all that two tabs write at once (R14)', async () => {
    const pages = [await open(), await open()];
    await Promise.all(pages.map((page) => call(page, 'start')));
    await Promise.all(pages.map((page, at) => call(page, 'writeMany', at * 100, 60)));
    const stored = await call(pages[0], 'storedRows');
    for (const first of [0, 100]) {
      for (let at = 1; at <= 60; at++) expect(stored[first + at]).toBe(at);
    }
    expect(Object.keys(stored)).toHaveLength(121);
  });

  it('keeps the later version of a row that two tabs write (R14)', async () => {
    const [early, late] = [await open(), await open()];
    await call(early, 'start', 1, 60_000);
    await call(late, 'start');
    await call(early, 'writeRow', 'both', 1);
    await call(early, 'writeRow', 'own', 1);
    await call(late, 'writeRow', 'both', 2);
    await call(late, 'isStored', 'both', 2);
    // The earlier version is stored when its page is hidden.
    await early.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await call(early, 'isStored', 'own', 1);
    expect(await call(late, 'storedRows')).toEqual({ both: 2, own: 1 });
  });

  it('stores what a page had in memory when it returns from the back-forward cache', async () => {
    const page = await open();
    await call(page, 'start', 1, 60_000);
    await call(page, 'writeRow', '1', 1);
    await page.goto(url('second'));
    await page.goBack({ waitUntil: 'commit' });
    await call(page, 'isStored', '1', 1);
    expect(await call(page, 'status')).toBe('storage');
  });
});
