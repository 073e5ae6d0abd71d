import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHash } from '../../../docs/.vitepress/playground/hash.ts';
import { readPages, root } from '../../docs/readPages.ts';
import { seriousViolations } from '../../support/axeViolations.ts';
import { pane, typeProgram } from '../../support/playgroundPage.ts';
import { siteBrowser } from '../../support/siteBrowser.ts';

const site = siteBrowser();

/** The guides with an example to edit, as paths of the site. */
const guides = readPages()
  .filter(({ text }) => text.includes('<!-- playground'))
  .map(({ path }) => path.replace(/^docs/, '').replace(/\.md$/, '.html'));

it('guides name examples that exist', () => {
  const examples = readFileSync(join(root, 'docs/.vitepress/playground/examples.ts'), 'utf8');
  const named = readPages().flatMap(({ text }) =>
    [...text.matchAll(/^<!-- playground: (.+) -->$/gm)].map(([, id]) => id),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((id) => !examples.includes(`id: '${id}'`))).toEqual([]);
});

it.each(guides)('%s opens an editor on demand, and its program runs', async (path) => {
  const { page, problems, shoot } = await site.open(path);
  expect(await page.locator('.playground').count()).toBe(0);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(loaded.filter((name) => /Playground|frame\.js/.test(name))).toEqual([]);

  await page.getByRole('button', { name: /Edit this example|Try it in an editor/ }).click();
  await pane(page, 'Streams').or(pane(page, 'Output')).first().waitFor();
  const done = pane(page, 'Output').getByRole('listitem');
  await done.or(pane(page, 'App').getByRole('listitem')).first().waitFor();
  expect(await page.getByRole('alert').getByText(/./).count()).toBe(0);
  expect(await pane(page, 'Output').locator('.error').count()).toBe(0);
  await page.locator('.edit-example').scrollIntoViewIfNeeded();
  await shoot(`edit${path.replaceAll('/', '-')}`);

  await typeProgram(page, "console.log('mine');");
  await page.getByRole('button', { name: 'Run' }).click();
  await pane(page, 'Output').getByText('mine').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(problems).toEqual([]);
});

it('Copy link below a guide copies a link to the code of the guide', async () => {
  const { page } = await site.open('/expiry.html');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Edit this example' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.playground .notice').getByText('The link is copied.').waitFor();
  const { hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const { code } = await readHash(hash);
  expect(code).toContain("name: 'getCount'");
});

it.each([
  ['light', 390],
  ['dark', 1280],
] as const)(
  'an open editor is accessible and fits, in %s colors at %d px',
  async (colorScheme, width) => {
    const { page } = await site.open('/expiry.html', { colorScheme, width });
    await page.getByRole('button', { name: 'Edit this example' }).click();
    await pane(page, 'Output').getByText('valid 2 false').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);
