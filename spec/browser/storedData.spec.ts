import type { Page } from 'playwright-core';
import { axeViolations } from '../support/axeViolations.ts';
import { storyBrowser } from '../support/storyBrowser.ts';
import { until } from '../support/until.ts';

const stories = storyBrowser();
const id = 'storing-data-that-survives-a-reload--story';

/** Opens the story with an empty storage. */
async function openStory(options?: { colorScheme?: 'light' | 'dark'; width?: number }) {
  const story = await stories.open(id, options);
  await logOutAndIn(story.page);
  stories.api().state.requests.clear();
  return story;
}

const peopleOf = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('listitem');
const device = (page: Page) => page.getByRole('region', { name: 'On this device' });

async function logOutAndIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('Nothing is left on this device.').waitFor();
  await page.getByRole('button', { name: 'Log in' }).click();
  await peopleOf(page).nth(11).waitFor();
  await device(page).getByText('12 people', { exact: true }).waitFor();
}

/** Waits until the story has loaded the page again. */
async function reload(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loaded;
  await page.getByRole('heading', { level: 1 }).waitFor();
}

describe('data that survives a reload', () => {
  it('shows the list and the chosen detail after a reload, without a request', async () => {
    const { page, shoot } = await openStory();
    await peopleOf(page).getByRole('button', { name: 'Chiara Benedetti' }).click();
    await page.getByText('Illustrator of field guides', { exact: false }).waitFor();
    expect(stories.requests('GET /profiles/3')).toBe(1);
    await device(page).getByText('2 profiles', { exact: true }).waitFor();
    await shoot('stored-before-reload');
    stories.api().state.requests.clear();
    await reload(page);
    await page.getByText('Illustrator of field guides', { exact: false }).waitFor();
    await peopleOf(page).nth(11).waitFor();
    await device(page).getByText('None so far').waitFor();
    expect([...stories.api().state.requests]).toEqual([]);
    await shoot('stored-after-reload');
  });

  it('stores a new name in one flush of one row', async () => {
    const { page } = await openStory();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByLabel('New name for Amara Okafor').fill('Zora Okafor');
    await page.getByRole('button', { name: 'Save' }).click();
    // The flush before may have had one row, too.
    await waitUntilStored(page, 'Zora Okafor');
    await device(page).getByText('1 row', { exact: true }).waitFor();
    await device(page).getByText('0 responses', { exact: true }).waitFor();
    await reload(page);
    await peopleOf(page).getByRole('button', { name: 'Zora Okafor' }).waitFor();
    expect(stories.requests('GET /users')).toBe(0);
  });

  it('waits for a slow server before the data is stored, and not after', async () => {
    const { page } = await openStory();
    await page.getByRole('switch', { name: 'Slow network' }).click();
    await expect(page.getByRole('switch').getAttribute('aria-checked')).resolves.toBe('true');
    await peopleOf(page).getByRole('button', { name: 'Hana Kobayashi' }).click();
    await page.locator('.skeleton').waitFor();
    await peopleOf(page).getByRole('button', { name: 'Amara Okafor' }).click();
    await reload(page);
    await page.getByText('Hydrologist.', { exact: false }).waitFor();
    await expect(page.getByRole('switch').getAttribute('aria-checked')).resolves.toBe('true');
    expect(await peopleOf(page).count()).toBe(12);
  });

  it('has nothing stored after a log-out', async () => {
    const { page, shoot } = await openStory();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('Nothing is left on this device.').waitFor();
    await device(page).getByText('0 people', { exact: true }).waitFor();
    await device(page).getByText('None so far').waitFor();
    await shoot('stored-logged-out');
    const texts = await page.evaluate(readDatabase, 'streambed:story');
    expect(texts).toMatchObject({ rows: [], results: [], kinds: [] });
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('is accessible and fits the screen: %s, %d px', async (colorScheme, width) => {
    const { page, shoot } = await openStory({ colorScheme, width });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(`stored-${colorScheme}-${width}`);
  });
});

/** Waits until the database of the story contains a text. */
function waitUntilStored(page: Page, text: string): Promise<void> {
  return until(`${text} is stored`, async () => {
    const tables = await page.evaluate(readDatabase, 'streambed:story');
    return JSON.stringify(tables).includes(text);
  });
}

/** The texts in each table of a database. */
async function readDatabase(name: string): Promise<Record<string, unknown[]>> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error!));
    });
  const database = await settled(indexedDB.open(name));
  const tables = [...database.objectStoreNames];
  const transaction = database.transaction(tables);
  const records = tables.map((table) => settled(transaction.objectStore(table).getAll()));
  const found = await Promise.all(records);
  database.close();
  return Object.fromEntries(tables.map((table, at) => [table, found[at]]));
}
