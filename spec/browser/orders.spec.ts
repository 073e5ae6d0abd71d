import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();

describe('100,000 work orders that change 1,000 times a second', () => {
  it('are filtered, sorted, scrolled and summed up, with 50 rows in the page', async () => {
    const { page, problems, shoot } = await stories.open('composing-streams-work-orders--story');
    const region = page.getByRole('region', { name: 'Sorted orders' });
    await region.getByRole('listitem').first().waitFor({ timeout: 20_000 });
    await page.waitForFunction(() => {
      const [, changes] = [...document.querySelectorAll('.meter dd')].map((dd) =>
        Number(dd.textContent?.replace(',', '')),
      );
      return changes > 0;
    });
    expect(await region.getByRole('listitem').count()).toBe(50);

    await shoot('orders');

    await page.getByRole('button', { name: 'done', exact: true }).click();
    await region.evaluate((element) => element.scrollTo({ top: 400_000 }));
    await page.waitForFunction(() => {
      const [first] = document.querySelectorAll('.orders-window');
      return (first as HTMLOListElement).start > 9_000;
    });
    const states = await region.locator('.order-state').allInnerTexts();
    expect(new Set(states)).toEqual(new Set(['done']));
    await page.getByRole('button', { name: 'hours', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.waitForFunction(() => {
      const hours = [...document.querySelectorAll<HTMLElement>('.order-hours')].map((shown) =>
        parseInt(shown.innerText, 10),
      );
      return hours.every((value, at) => at === 0 || value <= hours[at - 1]);
    });
    await shoot('orders-scrolled');
    expect(problems).toEqual([]);
  });
});
