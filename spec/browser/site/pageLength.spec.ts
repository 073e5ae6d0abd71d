import { siteBrowser } from '../../support/siteBrowser.ts';

const site = siteBrowser();

/** Five screens of 1280 × 800 px. */
const LONGEST = 4_000;

/**
 * Pages that are longer, with the px they may have. Split a page, or move what a task page shows,
 * and lower its number. Only a new feature raises one, by what it adds.
 */
const longPages: Readonly<Record<string, number>> = {
  '/errors.html': 14_550,
  '/performance.html': 15_200,
  '/options.html': 4_900,
  '/offline.html': 5_000,
};

it('no guide is longer than five screens, but for the known long ones', async () => {
  const { page } = await site.open('/');
  const guides = site.paths().filter((path) => !path.startsWith('/api/'));
  const tooLong: [string, number][] = [];
  const shortened: string[] = [];
  for (const path of guides) {
    await site.goTo(page, path);
    const height = await page.evaluate(async () => {
      // The height of an image is known when it is loaded.
      for (const image of document.images) image.loading = 'eager';
      const images = [...document.images].map((image) => image.decode().catch(() => undefined));
      await Promise.all([document.fonts.ready, ...images]);
      return document.querySelector('.vp-doc')?.getBoundingClientRect().height ?? 0;
    });
    if (height > (longPages[path] ?? LONGEST)) tooLong.push([path, Math.ceil(height)]);
    if (path in longPages && height <= LONGEST) shortened.push(path);
  }
  expect(guides.length).toBeGreaterThan(45);
  expect(tooLong).toEqual([]);
  // These are to be removed from the list.
  expect(shortened).toEqual([]);
}, 300_000);
