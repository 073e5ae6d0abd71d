import type { Page } from 'playwright-core';
import { hashOf } from '../../../docs/.vitepress/playground/hash.ts';
import { pane, typeProgram } from '../../support/playgroundPage.ts';
import { siteBrowser } from '../../support/siteBrowser.ts';

const site = siteBrowser();

const mine = "console.log('mine');";

/** The code in the editor. */
function codeIn(page: Page): Promise<string> {
  return page.getByLabel('Code').innerText();
}

/** The same, once the editor has `mine`: it gets a program after the notice about it. */
async function codeWithMine(page: Page): Promise<string> {
  await page.locator('.cm-content').getByText(mine).waitFor();
  return codeIn(page);
}

/** What the page says about its address or a link. */
function notice(page: Page, text: string): Promise<void> {
  return page.locator('.playground .notice').getByText(text).waitFor();
}

it('an edit is in the address, and a new tab shows it without running it', async () => {
  const { page, problems } = await site.open('/playground/#expiry');
  await pane(page, 'Output').getByText('valid', { exact: true }).waitFor();
  await typeProgram(page, mine);
  await page.waitForURL('**/#expiry/*');

  const tab = await page.context().newPage();
  await site.goTo(tab, `/playground/${new URL(page.url()).hash}`);
  await tab.getByText('This program is edited').waitFor();
  expect(await codeWithMine(tab)).toBe(mine);
  expect(await tab.locator('.playground iframe').count()).toBe(0);
  expect(await tab.getByLabel('Example').inputValue()).toBe('expiry');
  await tab.getByRole('button', { name: 'Run' }).click();
  await pane(tab, 'Output').getByText('mine').waitFor();
  expect(problems).toEqual([]);
});

it('undoing an edit removes it from the address', async () => {
  const { page } = await site.open('/playground/#expiry');
  await typeProgram(page, mine);
  await page.waitForURL('**/#expiry/*');
  await page.keyboard.press('Control+Z');
  await page.waitForURL('**/#expiry');
  await expect(codeIn(page)).resolves.toContain('dataExpiryLength: 1_500');
});

it('Copy link copies a link to the program', async () => {
  const { page } = await site.open('/playground/#live');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await typeProgram(page, mine);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await notice(page, 'The link is copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe('/playground/');
  expect(new URL(link).hash).toBe(await hashOf('live', mine));
});

it('Copy link says that a program is too long for a link', async () => {
  const { page } = await site.open('/playground/#live');
  const noise = Array.from({ length: 4_000 }, (_, n) => (n * 7_919 * n).toString(36)).join();
  await typeProgram(page, `// ${noise}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await notice(page, 'too long for a link');
  expect(new URL(page.url()).hash).toBe('#live');
});

it('Back and Forward show the programs with their edits', async () => {
  const { page } = await site.open('/playground/#expiry');
  await typeProgram(page, mine);
  await page.waitForURL('**/#expiry/*');
  await page.getByLabel('Example').selectOption('first-stream');
  await pane(page, 'Output').getByText('valid idle 12 users').waitFor();
  const editor = await page.getByLabel('Code').elementHandle();
  await page.goBack();
  await page.getByText('This program is edited').waitFor();
  expect(await codeWithMine(page)).toBe(mine);
  await page.goForward();
  await pane(page, 'Output').getByText('valid idle 12 users').waitFor();
  expect(await page.getByLabel('Example').inputValue()).toBe('first-stream');
  expect(await editor.evaluate(({ isConnected }) => isConnected)).toBe(true);
});

it('an example that is picked again has its edits', async () => {
  const { page } = await site.open('/playground/#expiry');
  await typeProgram(page, mine);
  await page.getByLabel('Example').selectOption('live');
  await page.getByLabel('Example').selectOption('expiry');
  expect(await codeWithMine(page)).toBe(mine);
  await page.waitForURL('**/#expiry/*');
});

it.each([
  ['#expiry/AAAA', 'The link is broken or was cut.', 'expiry'],
  [`#expiry/${'A'.repeat(7_000)}`, 'The link is too long.', 'expiry'],
  ['#no-such', 'The address names no example.', 'first-stream'],
])('%.30s shows an example and says why', async (hash, text, id) => {
  const { page, problems } = await site.open(`/playground/${hash}`);
  await notice(page, text);
  expect(await page.getByLabel('Example').inputValue()).toBe(id);
  await pane(page, 'Output').getByText('valid').first().waitFor();
  expect(problems).toEqual([]);
});
