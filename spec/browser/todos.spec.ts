import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();
const id = 'changing-todos--todos';

/** Opens the story. The API responds at once by default. */
async function openTodos(options?: { colorScheme?: 'light' | 'dark' }) {
  const story = await stories.open(id, options);
  const list = story.page.getByRole('list', { name: 'Todos' });
  await list.getByRole('listitem').first().waitFor();
  const titles = () => list.locator('.list-title').allInnerTexts();
  return { ...story, list, titles, faults: stories.api().state.faults };
}

describe('todos', () => {
  it('grow page by page until there are no more', async () => {
    const { page, list, shoot } = await openTodos();
    await shoot('todos');
    const all = stories.api().state.data.todos.length;
    while (!(await page.getByText('That is all').isVisible())) {
      await page.mouse.wheel(0, 4_000);
      await page.waitForTimeout(50);
    }
    expect(await list.getByRole('listitem').count()).toBe(all);
    const pages = [...stories.api().state.requests].filter(([path]) => path.includes('_start='));
    expect(pages.map(([, count]) => count)).toEqual([1, 1, 1]);
  });

  it('can retry the next page after it has failed', async () => {
    const { page, list, faults, shoot } = await openTodos();
    faults.failNext = 1;
    await page.mouse.wheel(0, 4_000);
    await page
      .getByRole('alert')
      .getByText(/could not be loaded/)
      .waitFor();
    expect(await list.getByRole('listitem').count()).toBe(10);
    await shoot('todos-page-failed');
    await page.getByRole('button', { name: 'Load more' }).click();
    await list.getByRole('listitem').nth(19).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('show a created, an edited and a deleted todo before the response', async () => {
    const { page, titles, shoot, problems } = await openTodos();
    const [first, second] = await titles();
    const release = await stories.hold(page);
    await page.getByRole('textbox', { name: 'New todo' }).fill('Feed the otters');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Feed the otters').waitFor();
    await page.getByRole('button', { name: `Edit ${first}` }).click();
    await page.getByRole('textbox', { name: /New name/ }).fill('Count the herons');
    await page.getByRole('textbox', { name: /New name/ }).press('Enter');
    await page.getByRole('button', { name: `Delete ${second}` }).click();
    await page.getByText(/^saving/).waitFor();
    expect((await titles()).slice(0, 2)).toEqual(['Feed the otters', 'Count the herons']);
    expect(await titles()).not.toContain(second);
    await shoot('todos-saving');
    release();
    await page.getByText('saved', { exact: true }).waitFor();
    expect((await titles()).slice(0, 2)).toEqual(['Feed the otters', 'Count the herons']);
    const { todos } = stories.api().state.data;
    expect(todos.at(-1)?.title).toBe('Feed the otters');
    expect(todos.map(({ title }) => title)).not.toContain(second);
    expect(problems).toEqual([]);
  });

  it('revert a change that the server refuses, and show the error', async () => {
    const { page, list, titles, faults, shoot } = await openTodos();
    const before = await titles();
    const release = await stories.hold(page);
    faults.failNext = 1;
    await page.getByRole('button', { name: `Delete ${before[0]}` }).click();
    await list.getByText(before[0]).waitFor({ state: 'detached' });
    release();
    await page
      .getByRole('alert')
      .getByText(/Could not delete/)
      .waitFor();
    await list.getByText(before[0]).waitFor();
    expect((await titles()).slice(0, before.length)).toEqual(before);
    await shoot('todos-refused');
    faults.failNext = 1;
    const wasDone = await list.getByRole('checkbox').first().isChecked();
    await list.getByRole('checkbox').first().click();
    await page
      .getByRole('alert')
      .getByText(/Could not change/)
      .waitFor();
    expect(await list.getByRole('checkbox').first().isChecked()).toBe(wasDone);
    faults.failNext = 1;
    await page.getByRole('textbox', { name: 'New todo' }).fill('Never');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/Could not create/)
      .waitFor();
    expect(await titles()).not.toContain('Never');
  });

  it('are searched on the server', async () => {
    const { page, list, titles, shoot } = await openTodos();
    await page.getByRole('searchbox', { name: 'Search' }).fill('sluice');
    await page.getByText('That is all: 5 todos.').waitFor();
    expect(new Set((await titles()).map((title) => title.includes('sluice')))).toEqual(
      new Set([true]),
    );
    await shoot('todos-search');
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such thing');
    await page.getByText('Nothing here.').waitFor();
    expect(await list.count()).toBe(0);
  });

  it('are readable in dark colours', async () => {
    const { page, shoot } = await openTodos({ colorScheme: 'dark' });
    await page.waitForLoadState('networkidle');
    await shoot('todos-dark');
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(Number(/\d+/.exec(background)?.[0])).toBeLessThan(80);
  });
});
