import { siteBrowser } from '../../support/siteBrowser.ts';

const site = siteBrowser();

/** Five screens of 1280 × 800 px. Split a longer page by question, or move what a task page shows. */
const LONGEST = 4_000;

it('no guide is longer than five screens', async () => {
  const { page } = await site.open('/');
  const guides = site.paths().filter((path) => !path.startsWith('/api/'));
  const tooLong: [string, number][] = [];
  for (const path of guides) {
    await site.goTo(page, path);
    const height = await page.evaluate(async () => {
      // The height of an image is known when it is loaded.
      for (const image of document.images) image.loading = 'eager';
      const images = [...document.images].map((image) => image.decode().catch(() => undefined));
      await Promise.all([document.fonts.ready, ...images]);
      return document.querySelector('.vp-doc')?.getBoundingClientRect().height ?? 0;
    });
    if (height > LONGEST) tooLong.push([path, Math.ceil(height)]);
  }
  expect(guides.length).toBeGreaterThan(45);
  expect(tooLong).toEqual([]);
}, 300_000);
