import type { Page } from 'playwright-core';
import { storyBrowser } from '../support/storyBrowser.ts';

jest.setTimeout(180_000);

const stories = storyBrowser();
const ID = 'lists-infinite-journal--story';
const COUNT = 10_000;

const journal = (page: Page) => page.getByRole('region', { name: 'All posts' });
const rowCount = (page: Page) => page.locator('.journal li').count();

/** Scrolls the list, px. */
function scrollTo(page: Page, top: number): Promise<void> {
  return page.locator('.journal').evaluate((element, to) => {
    element.scrollTop = to;
  }, top);
}

/**
 * The title of the first post that is visible, and how far it is from the top, px. Waits until the
 * list has rendered the rows of its position.
 */
function firstVisible(page: Page): Promise<readonly [string | undefined, number]> {
  return page.locator('.journal').evaluate(async (element) => {
    for (;;) {
      const top = element.getBoundingClientRect().top + element.clientTop;
      const first = [...element.querySelectorAll('li')]
        .map((row) => [row, row.getBoundingClientRect()] as const)
        .filter(([, box]) => box.bottom > top + 1)
        .sort(([, a], [, b]) => a.top - b.top)
        .at(0);
      // Rows of an earlier position begin below the top.
      if (first && first[1].top <= top + 1) {
        const title = first[0].querySelector('.list-title')?.textContent ?? undefined;
        return [title, Math.round(first[1].top - top)] as const;
      }
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Waits until this many posts are loaded. */
async function loaded(page: Page, count: number): Promise<void> {
  await page
    .locator('.journal-end')
    .getByText(`${count.toLocaleString('en')} posts`)
    .waitFor();
}

/** Scrolls to the last loaded post in each frame, until all posts are loaded and one frame more. */
function scrollToTheEnd(page: Page): Promise<void> {
  return page.locator('.journal').evaluate(async (element) => {
    for (let isOver = false; !isOver;) {
      isOver = element.parentElement!.textContent.includes('all of them');
      element.scrollTop = 1e9;
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Scrolls until the third page is fetched, which fails once. */
async function scrollToThirdPage(page: Page): Promise<void> {
  await journal(page).waitFor();
  await loaded(page, 50);
  await scrollTo(page, 1e9);
  await loaded(page, 100);
  await scrollTo(page, 1e9);
  await page.getByRole('alert').waitFor();
}

/** Opens the story; the third page has failed and was fetched again. */
async function openJournal(options?: { width?: number; colorScheme?: 'light' | 'dark' }) {
  const story = await stories.open(ID, options);
  const { page } = story;
  await scrollToThirdPage(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await loaded(page, 150);
  return story;
}

it('shows an error of the third page beside the list, and goes on after a retry', async () => {
  const { page, shoot } = await stories.open(ID);
  await scrollToThirdPage(page);
  await shoot('infinite-journal-error');
  expect(stories.requests('GET /journal?after=9901')).toBe(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await loaded(page, 150);
  expect(stories.requests('GET /journal?after=9901')).toBe(2);
});

it('scrolls to the end of 10,000 posts and back, with one request for each page', async () => {
  const { page } = await openJournal();
  await scrollToTheEnd(page);
  await loaded(page, COUNT);
  await page.locator('.journal li').getByText('Bird count 1', { exact: true }).waitFor();
  expect(await rowCount(page)).toBeLessThan(60);
  await scrollTo(page, 0);
  await page.getByText('Gauge reading 10000').waitFor();
  await scrollTo(page, 64 * 5_000);
  await expect(firstVisible(page)).resolves.toEqual([expect.stringContaining('5000'), 0]);
  const all = [...stories.api().state.requests].filter(([name]) => name.startsWith('GET /journal'));
  expect(all.filter(([, count]) => count > 1)).toEqual([['GET /journal?after=9901', 2]]);
  expect(all).toHaveLength(COUNT / 50);
});

it('keeps the position when a page fails without a network, and goes on with it', async () => {
  const { page } = await openJournal();
  await scrollTo(page, 64 * 100);
  await page.context().setOffline(true);
  await scrollTo(page, 1e9);
  await page.getByRole('alert').waitFor();
  const before = await firstVisible(page);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await loaded(page, 200);
  expect(await firstVisible(page)).toEqual(before);
});

it('keeps the visible posts in place when the socket brings one', async () => {
  const { page } = await openJournal();
  await scrollTo(page, 64 * 40);
  const before = await firstVisible(page);
  await page.getByRole('button', { name: 'New post' }).click();
  await loaded(page, 151);
  expect(await firstVisible(page)).toEqual(before);
  await scrollTo(page, 0);
  await page.getByText('Bird count 10001').waitFor();
});

it.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('fits a page of %s px, %s', async (width, colorScheme) => {
  const { page, shoot } = await openJournal({ width, colorScheme });
  await scrollTo(page, 64 * 20);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await shoot(`infinite-journal-${width}-${colorScheme}`);
});
