import type { Page } from 'playwright-core';
import { axeViolations } from '../support/axeViolations.ts';
import { openDevtools } from '../support/devtoolsPanel.ts';
import { storyBrowser } from '../support/storyBrowser.ts';
import { until } from '../support/until.ts';

const stories = storyBrowser();
const id = 'storing-field-notebook--story';
const seeded = [
  'Otter tracks below the weir',
  'Two kingfishers at the old mill',
  'Gauge 4 reads 1.62 m',
];

const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
const pending = (page: Page) =>
  page.getByRole('list', { name: 'Pending changes' }).getByRole('listitem');
const failed = (page: Page) =>
  page.getByRole('list', { name: 'Failed changes' }).getByRole('listitem');
const titles = (): string[] => stories.api().state.notes.all.map(({ title }) => title);

/** Opens the story with an empty storage. */
async function openStory(options?: { colorScheme?: 'light' | 'dark'; width?: number }) {
  const story = await stories.open(id, options);
  await notes(story.page).first().waitFor();
  await startOver(story.page);
  // What the spec before has left in the outbox may have been sent.
  stories.api().state.reset();
  await startOver(story.page);
  stories.api().state.requests.clear();
  return story;
}

async function startOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start over' }).click();
  await notes(page).filter({ hasText: seeded[2] }).waitFor();
  await isEmpty(page);
}

const isEmpty = (page: Page): Promise<void> =>
  page.getByText('The server has all changes.').waitFor();

async function switchNetwork(page: Page, to: 'on' | 'off'): Promise<void> {
  await page.getByRole('switch', { name: 'Network' }).click();
  await page.locator(`[role="switch"][aria-checked="${String(to === 'on')}"]`).waitFor();
}

async function write(page: Page, title: string): Promise<void> {
  await page.getByLabel('New note').fill(title);
  await page.getByRole('button', { name: 'Write', exact: true }).click();
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Rename ${from}` }).click();
  await page.getByLabel(`New name for ${from}`).fill(to);
  await page.getByRole('button', { name: 'Save' }).click();
  await notes(page).filter({ hasText: to }).waitFor();
}

/** Waits until the story has loaded the page again. */
async function reload(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loaded;
  await notes(page).first().waitFor();
}

/** Writes a note, renames it and another one, and deletes a third. */
async function work(page: Page): Promise<void> {
  await write(page, 'Heron on the east bank');
  await rename(page, 'Heron on the east bank', 'Grey heron on the east bank');
  await rename(page, seeded[0], 'Otter tracks, two animals');
  await page.getByRole('button', { name: `Delete ${seeded[1]}` }).click();
  await pending(page).nth(3).waitFor();
}

describe('the field notebook', () => {
  it('keeps changes without a network through a reload, and then sends each of them once', async () => {
    const { page, shoot } = await openStory();
    await switchNetwork(page, 'off');
    await work(page);
    const shown = ['Grey heron on the east bank', 'Otter tracks, two animals', seeded[2]];
    await page.locator('.badge', { hasText: 'offline' }).waitFor();
    await shoot('notebook-offline');
    await reload(page);
    await pending(page).nth(3).waitFor();
    expect(await notes(page).locator('.list-title').allInnerTexts()).toEqual(shown);
    expect(titles()).toEqual(seeded);
    expect(stories.requests('POST /notes')).toBe(0);

    await switchNetwork(page, 'on');
    await isEmpty(page);
    expect(titles()).toEqual(shown);
    expect(stories.requests('POST /notes')).toBe(1);
    expect(stories.requests('PATCH /notes/4')).toBe(1);
    expect(stories.requests('DELETE /notes/2')).toBe(1);
    await notes(page).locator('.notebook-number', { hasText: '4' }).waitFor();
    expect(await notes(page).locator('.list-title').allInnerTexts()).toEqual(shown);
  });

  it('says why each change waits', async () => {
    const { page } = await openStory();
    await switchNetwork(page, 'off');
    await write(page, 'Heron on the east bank');
    await rename(page, 'Heron on the east bank', 'Grey heron');
    await pending(page).nth(0).getByText('No response to try', { exact: false }).waitFor();
    await pending(page).nth(1).getByText('First comes: Write “Heron on the east bank”.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await pending(page).nth(1).getByText('The outbox is paused.').waitFor();
    await switchNetwork(page, 'on');
    await page.getByRole('button', { name: 'Resume' }).click();
    await isEmpty(page);
    expect(titles()).toEqual(['Grey heron', ...seeded]);
  });

  it('keeps a refused note until it is discarded', async () => {
    const { page, shoot } = await openStory();
    await write(page, 'Dragon above the reed belt');
    await failed(page).getByText('A dragon is on no list of species.').waitFor();
    await notes(page).filter({ hasText: 'Dragon' }).waitFor({ state: 'detached' });
    await reload(page);
    // A page that ends before it has stored the refusal sends the note again.
    const refusal = /^(The server refused it with status 422|A dragon is on no list of species)\.$/;
    await failed(page).getByText(refusal).waitFor();
    await shoot('notebook-refused');
    await page.getByRole('button', { name: /^Discard: Write “Dragon/ }).click();
    await isEmpty(page);
    await reload(page);
    await isEmpty(page);
    expect(titles()).toEqual(seeded);
  });

  it('sends a refused note with another title, or again as it is', async () => {
    const { page } = await openStory();
    await write(page, 'Dragon above the reed belt');
    const refusal = failed(page).getByText('A dragon is on no list of species.');
    await refusal.waitFor();
    await failed(page)
      .getByRole('button', { name: /^Retry: Write “Dragon/ })
      .click();
    await until('it is sent again', () => stories.requests('POST /notes') === 2);
    await refusal.waitFor();
    await page.getByRole('button', { name: /^Correct: Write “Dragon/ }).click();
    await failed(page).getByRole('textbox').fill('Dragonfly above the reed belt');
    await page.getByRole('button', { name: 'Save' }).click();
    await isEmpty(page);
    expect(titles()).toEqual(['Dragonfly above the reed belt', ...seeded]);
    expect(stories.requests('POST /notes')).toBe(3);
  });

  it('shows the outbox in a second tab, and sends no change twice', async () => {
    const { page } = await openStory();
    await switchNetwork(page, 'off');
    await write(page, 'Heron on the east bank');
    const [second] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Second tab' }).click(),
    ]);
    await pending(second).getByText('Write “Heron on the east bank”').waitFor();
    await notes(second).filter({ hasText: 'Heron on the east bank' }).waitFor();
    await switchNetwork(second, 'on');
    await until('the server has the note', () => titles().length > seeded.length);
    for (const tab of [page, second]) {
      await reload(tab);
      await isEmpty(tab);
    }
    expect(titles()).toEqual(['Heron on the east bank', ...seeded]);
    await second.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is in devtools, which fit the screen: %s, %d px', async (colorScheme, width) => {
    const { page, shoot } = await openStory({ colorScheme, width });
    await write(page, 'Dragon above the reed belt');
    await failed(page).waitFor();
    await switchNetwork(page, 'off');
    await work(page);
    const { panel, show } = await openDevtools(page);
    await show('Storage');
    const outbox = panel.getByRole('region', { name: 'Outbox' });
    await outbox.getByText('4 pending, 1 failed').waitFor();
    await shoot(`notebook-devtools-${colorScheme}-${width}`);
    expect(await axeViolations(page, 'streambed-devtools')).toEqual([]);
    const isWide = await panel
      .getByRole('region', { name: 'Storage' })
      .evaluate(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth);
    expect(isWide).toBe(false);
    await outbox.getByRole('button', { name: /^Discard Note.getList.unshift.*Dragon/ }).click();
    await failed(page).waitFor({ state: 'detached' });
    await outbox.getByText('4 pending, 0 failed').waitFor();
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('is accessible and fits the screen: %s, %d px', async (colorScheme, width) => {
    const { page, shoot } = await openStory({ colorScheme, width });
    await shoot(`notebook-empty-${colorScheme}-${width}`);
    await write(page, 'Dragon above the reed belt');
    await failed(page).waitFor();
    await switchNetwork(page, 'off');
    await work(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(`notebook-${colorScheme}-${width}`);
    await page.getByRole('button', { name: /^Outbox/ }).click();
    await page.getByRole('region', { name: 'Outbox' }).waitFor({ state: 'detached' });
    await shoot(`notebook-closed-${colorScheme}-${width}`);
  });
});
