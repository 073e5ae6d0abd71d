import type { Page } from 'playwright-core';
import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();
const PHONE = 390;

/**
 * Texts that are cut off: by a box with hidden overflow or an ellipsis, or by the edge of the page.
 */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const { overflowX, clipPath } = getComputedStyle(element);
        const isHidden = overflowX === 'hidden' && element.scrollWidth > element.clientWidth;
        return clipPath === 'none' && (isHidden || left < 0 || right > innerWidth);
      })
      .map((element) => `${element.className}: ${element.textContent}`.slice(0, 80)),
  );

it.each(stories.ids())('fits a phone, with no text cut off: %s', async (id) => {
  const { page, shoot } = await stories.visit(id, { width: PHONE });
  await shoot(`${id}-phone`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect({ width, cutOff: await cutOff(page) }).toEqual({ width: PHONE, cutOff: [] });
});
