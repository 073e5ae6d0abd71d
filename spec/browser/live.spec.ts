import type { Page } from 'playwright-core';
import { storyBrowser } from '../support/storyBrowser.ts';
import { until } from '../support/until.ts';

const stories = storyBrowser();

const levels = (page: Page) => page.getByRole('list', { name: 'Gauges' }).locator('data');

/** Resolves when the texts of some elements have changed. */
async function changed(page: Page, what: ReturnType<typeof levels>): Promise<void> {
  const before = (await what.allInnerTexts()).join();
  const elements = await what.elementHandles();
  await page.waitForFunction(
    ([now, then]) => now.map((element) => element.textContent).join() !== then,
    [elements, before] as const,
  );
}

const connection = (page: Page, state: string) =>
  page.getByRole('status', { name: `Connection ${state}` });

/** Resolves when the connection was lost and is open again, with the time in between, ms. */
const timeAway = (badge: Element): Promise<number> =>
  new Promise((done) => {
    let lost: number | undefined;
    new MutationObserver(() => {
      if (badge.textContent !== 'open') lost ??= performance.now();
      else if (lost !== undefined) done(performance.now() - lost);
    }).observe(badge, { subtree: true, childList: true, characterData: true });
  });

describe('river gauges', () => {
  it('are fetched once, then updated over one socket; pausing closes it', async () => {
    const { page, shoot, problems } = await stories.open('staying-up-to-date-river-gauges--story');
    const { gauges } = stories.api().state;
    await connection(page, 'open').waitFor();
    await changed(page, levels(page));
    await changed(page, levels(page));
    await shoot('live');
    expect(gauges.followers).toBe(1);
    expect(stories.requests('GET /gauges')).toBe(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await connection(page, 'idle').waitFor();
    await shoot('live-paused');
    await until('the server sees it closed', () => gauges.followers === 0);
    await page.getByRole('button', { name: 'Follow' }).click();
    await connection(page, 'open').waitFor();
    await changed(page, levels(page));
    expect(gauges.followers).toBe(1);
    expect(problems).toEqual([]);
  });

  it('show a cut connection for seconds, reconnect, and are fetched again', async () => {
    const { page, shoot } = await stories.open('staying-up-to-date-river-gauges--story');
    await connection(page, 'open').waitFor();
    const away = connection(page, 'open').evaluate(timeAway);
    await page.getByRole('button', { name: 'Cut the connection' }).click();
    await connection(page, 'waiting').or(connection(page, 'connecting')).waitFor();
    await shoot('live-cut');
    expect(await away).toBeGreaterThan(2_000);
    await connection(page, 'open').waitFor();
    await changed(page, levels(page));
    expect(stories.requests('GET /gauges')).toBe(2);
  });
});

describe('rain', () => {
  it('is polled while the page is visible, and fetched once when it is visible again', async () => {
    const { page } = await stories.open('staying-up-to-date-river-gauges--story');
    const polls = (): number => stories.requests('GET /gauges/rain');
    const rain = page.locator('.rain-value data');
    await rain.waitFor();
    await page.waitForResponse(/gauges\/rain/);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const before = polls();
    await page.clock.install();
    await page.clock.runFor(60_000);
    expect(polls()).toBe(before);
    const response = page.waitForResponse(/gauges\/rain/);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await response;
    expect(polls()).toBe(before + 1);
  });
});
