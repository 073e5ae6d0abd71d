import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();

it('there are at least twelve stories', () => {
  expect(stories.ids().length).toBeGreaterThanOrEqual(12);
});

it.each(stories.ids())(
  'shows its heading, what it proves and no error in the console: %s',
  async (id) => {
    const story = await stories.open(id);
    await story.page.waitForLoadState('networkidle');
    await story.shoot(id);
    const proofs = await story.page.locator('.stage-proof').allInnerTexts();
    // One sentence, except on the page that says what all stories prove.
    expect(proofs.join(' | ')).toMatch(
      id === 'start-here--start-here' ? /^$/ : /^[A-Z][^.!?|]+\.$/,
    );
    // All have a store that devtools show, except the start page.
    const buttons = story.page.locator('streambed-devtools').getByRole('button');
    expect(await buttons.count()).toBe(id === 'start-here--start-here' ? 0 : 1);
    // A story about errors makes the browser log the failed requests.
    const expected = id.includes('errors')
      ? /Failed to load resource|status of \d+|HTTP|profiles\/unknown|404|500/
      : /(?!)/;
    expect(story.problems.filter((text) => !expected.test(text))).toEqual([]);
  },
);

it('the start page links to every other story', async () => {
  const { page } = await stories.open('start-here--start-here');
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  const others = stories.ids().filter((id) => id !== 'start-here--start-here');
  expect(new Set(links)).toEqual(new Set(others.map((id) => `./?path=/story/${id}`)));
});

it('a story shows its code and that of its endpoints and entities', async () => {
  const { page, shoot } = await stories.open('lists-users-list--users-list', { width: 1280 });
  await page.getByText('Code of this story').click();
  const code = page.getByLabel('Source');
  await code.getByText('useSuspense(getUsers)').waitFor();
  await page.getByRole('button', { name: 'getUsers.ts' }).click();
  await expect(code.textContent()).resolves.toContain('new schema.All(User)');
  await page.getByRole('button', { name: 'User.ts', exact: true }).click();
  await expect(code.textContent()).resolves.toContain('class User extends Entity');
  await shoot('code-of-a-story');
});

describe('users list', () => {
  it('shows a created user without refetching the list', async () => {
    const { page } = await stories.open('lists-users-list--users-list');
    const list = page.getByRole('list', { name: 'Users' });
    await list.getByRole('listitem').first().waitFor();
    const before = await list.getByRole('listitem').count();
    await page.getByRole('textbox').first().fill('Nia Brook');
    await page.getByRole('button', { name: /add|create/i }).click();
    await list.getByText('Nia Brook').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(before + 1);
    expect(stories.requests('GET /users')).toBe(1);
    expect(stories.requests('POST /users')).toBe(1);
  });

  it('drops a deleted user and renames another without refetching the list', async () => {
    const { page, shoot } = await stories.open('lists-users-list--users-list');
    const list = page.getByRole('list', { name: 'Users' });
    await page.getByRole('button', { name: 'Delete Amara Okafor' }).click();
    await list.getByText('Amara Okafor').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rename Bjarne Lindqvist' }).click();
    await list.getByRole('textbox').fill('Bjarne L.');
    await list.getByRole('textbox').press('Enter');
    await list.getByText('Bjarne L.', { exact: true }).waitFor();
    expect(stories.requests('GET /users')).toBe(1);
    await shoot('users-after-edits');
  });
});

describe('feeds', () => {
  it.each([
    ['lists-feed-by-string-attribute--feed-by-string-attribute', 'feed'],
    ['lists-feed-by-function-attribute--feed-by-function-attribute', 'feed'],
    ['lists-feed-with-unmapped-items--feed-with-unmapped-items', 'mixedFeed'],
  ] as const)('%s shows every item in the order of the response', async (id, data) => {
    const { page } = await stories.open(id);
    const rows = page.getByRole('list', { name: 'Feed' }).getByRole('listitem');
    await rows.first().waitFor();
    const sent = stories.api().state.data[data];
    await expect(rows.count()).resolves.toBe(sent.length);
  });
});

describe('profiles', () => {
  it('open a detail from the list without a request', async () => {
    const { page } = await stories.open('reading-profiles--list-and-detail');
    const chosen = stories.api().state.data.profiles[2];
    await page.getByText(chosen.fullName).first().click();
    await page.getByText(chosen.bio).first().waitFor();
    expect(stories.requests('GET /profiles')).toBe(1);
    expect(stories.requests(`GET /profiles/${chosen.id}`)).toBe(0);
  });

  it('fetch a detail once that no list contains', async () => {
    const { page } = await stories.open('reading-profiles--detail-alone');
    await page.getByText(stories.api().state.data.profiles[2].bio).waitFor();
    expect(stories.requests('GET /profiles/3')).toBe(1);
  });
});

describe('paginated posts', () => {
  it('turn pages, and fetch each page once', async () => {
    const { page } = await stories.open('lists-paginated-posts--paginated-posts');
    const { posts } = stories.api().state.data;
    await page.getByText(posts[0].title, { exact: true }).waitFor();
    await page.getByRole('button', { name: /next/i }).click();
    await page.getByText(posts[10].title, { exact: true }).waitFor();
    await page.getByRole('button', { name: /prev/i }).click();
    await page.getByText(posts[0].title, { exact: true }).waitFor();
    expect(stories.requests('GET /post?page=1')).toBe(1);
    expect(stories.requests('GET /post?page=2')).toBe(1);
  });
});

describe('errors', () => {
  it('reach the boundary, and retry recovers', async () => {
    const { page, shoot } = await stories.open('reading-errors--server-error');
    await page.getByRole('button', { name: 'Fetch during the outage' }).click();
    const panel = page.getByRole('alert');
    await panel.waitFor();
    expect(await panel.innerText()).toContain('500');
    await shoot('error-in-boundary');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(stories.api().state.data.profiles[1].bio).waitFor();
    expect(await panel.count()).toBe(0);
    expect(stories.requests('GET /profiles/2')).toBe(2);
  });
});

describe('streams', () => {
  it('the expiry playground goes invalid → valid → stale', async () => {
    const { page, shoot } = await stories.open(
      'staying-up-to-date-expiry-playground--expiry-playground',
    );
    const said = page
      .getByRole('list', { name: /emissions/i })
      .getByText(/^(invalid|valid|stale)$/);
    await said.filter({ hasText: 'stale' }).waitFor();
    expect(await said.allInnerTexts()).toEqual(['stale', 'valid', 'invalid']);
    await shoot('expiry-stale');
  });

  it('the expiry playground shows a failed refetch, with no part of it in green', async () => {
    const { page, shoot } = await stories.open(
      'staying-up-to-date-expiry-playground--expiry-playground',
    );
    await page.locator('.facts .badge.valid').waitFor();
    stories.api().state.faults.failNext = 1;
    await page.getByRole('button', { name: 'Refetch' }).click();
    await page.locator('.facts .badge.failed').waitFor({ timeout: 10_000 });
    await shoot('expiry-failed');
    expect(
      await page.locator('.facts, .transitions li:has(.failed)').locator('.valid').count(),
    ).toBe(0);
  });

  it('observables fill the page without hooks for data', async () => {
    const { page } = await stories.open('composing-streams-without-hooks--without-hooks');
    await page.getByText('Amara Okafor').first().waitFor();
    expect(stories.requests('GET /users')).toBe(1);
  });
});

it('stories are readable in dark colours', async () => {
  for (const id of [
    'lists-users-list--users-list',
    'staying-up-to-date-expiry-playground--expiry-playground',
  ]) {
    const { page, shoot } = await stories.open(id, { colorScheme: 'dark' });
    await page.waitForLoadState('networkidle');
    await shoot(`${id}-dark`);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [red = 255] = background.match(/\d+/g)!.map(Number);
    expect(red).toBeLessThan(80);
  }
});
