import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();

it('there are at least twenty stories', () => {
  expect(stories.ids().length).toBeGreaterThanOrEqual(20);
});

it.each(stories.ids())(
  'shows its heading, what it proves and neither error nor warning in the console: %s',
  async (id) => {
    const story = await stories.visit(id);
    await story.shoot(id);
    const proofs = await story.page.locator('.stage-proof').allInnerTexts();
    // One sentence, except on the page that says what all stories prove.
    expect(proofs.join(' | ')).toMatch(
      id === 'start-here--start-here' ? /^$/ : /^[A-Z][^.!?|]+\.$/,
    );
    // All have a store that devtools show, except the start page.
    const buttons = story.page.locator('streambed-devtools').getByRole('button');
    expect(await buttons.count()).toBe(id === 'start-here--start-here' ? 0 : 1);
    // A story about errors makes the browser log the failed requests, and Streambed warns of unknown types.
    const expected = /errors|refused/.test(id)
      ? /Failed to load resource|status of \d+|HTTP|profiles\/unknown|404|422|500/
      : /unmapped/.test(id)
        ? /SB_ITEM_UNMAPPED/
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
    await shoot(`${id}-dark`);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [red = 255] = background.match(/\d+/g)!.map(Number);
    expect(red).toBeLessThan(80);
  }
});

describe('form with field errors', () => {
  it('shows the errors at the fields until they are edited, and adds an accepted report', async () => {
    const { page } = await stories.open('changing-form-with-field-errors--story');
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByText('Choose one of the places.').waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(3);
    expect(await page.getByLabel('Animal').evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.getByLabel('Animal').fill('Otter');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(2);
    await page.getByLabel('Where').selectOption('Delta');
    await page.getByLabel('Your e-mail address').fill('mira@example.org');
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByRole('list', { name: 'Sightings' }).getByText('Otter').waitFor();
    expect(stories.requests('GET /sightings')).toBe(1);
    expect(stories.requests('POST /sightings')).toBe(2);
  });
});

describe('log in and out', () => {
  it('leaves a wrong password at the form, and an expired session for the form', async () => {
    const { page } = await stories.open('changing-log-in-and-out--story');
    const enter = async (password: string): Promise<void> => {
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
    };
    await enter('lake');
    await page.getByRole('alert').getByText('The password is wrong.').waitFor();
    await enter('river');
    await page.getByText('Buy paint for the jetty').waitFor();
    await page.getByRole('button', { name: 'Let the session expire' }).click();
    await page.getByLabel('Password').waitFor();
    expect(stories.requests('GET /me/notes')).toBe(2);
  });
});

describe('upload with progress', () => {
  it('shows how much is sent, can be cancelled, and adds the photo to its list', async () => {
    const { page, shoot } = await stories.open('changing-upload-with-progress--story');
    const list = page.getByRole('list', { name: 'Photos' });
    const { faults } = stories.api().state;
    // The server does not read yet: the upload cannot end before the click on Cancel.
    faults.delay = 60_000;
    await page.getByRole('button', { name: /^Send 20/ }).click();
    await page.getByText(/^[1-9][0-9.]* MB of 20\.0 MB$/).waitFor();
    await shoot('upload');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('You cancelled it.').waitFor();
    faults.delay = 0;
    const file = { name: 'ferry.png', mimeType: 'image/png', buffer: Buffer.alloc(1_000_000) };
    await page.getByLabel('Photo', { exact: true }).setInputFiles(file);
    await list.getByText('ferry.png').waitFor();
    await expect(list.getByRole('listitem').allInnerTexts()).resolves.toHaveLength(3);
    expect(stories.requests('GET /photos')).toBe(1);
  });
});

describe('filters in the address', () => {
  it('open with the filter of the address, and go back to a list without a request', async () => {
    const { page } = await stories.open('lists-filters-in-the-address--story');
    await page.getByLabel(/^Amara/).click();
    await page.getByText('&assignee=Amara', { exact: false }).first().waitFor();
    await page.reload();
    await expect(page.getByLabel(/^Amara/).isChecked()).resolves.toBe(true);
    await page.getByLabel(/^closed/).click();
    await page.getByText('/tickets?status=open,pending,closed&assignee=Amara').waitFor();
    const count = stories.api().state.requests.size;
    await page.goBack();
    await page.getByText('/tickets?status=open,pending&assignee=Amara').waitFor();
    expect(stories.api().state.requests.size).toBe(count);
  });
});

describe('server events', () => {
  it('go on after a lost connection with the event after the last one', async () => {
    const { page } = await stories.open('staying-up-to-date-server-events--story');
    const numbers = page.getByRole('list', { name: 'Log' }).locator('.tag');
    const { locks } = stories.api().state;
    await page.getByLabel('Connection open').waitFor();
    locks.step();
    await numbers.filter({ hasText: /^1$/ }).waitFor();
    locks.stop();
    await page.getByLabel('Connection waiting').waitFor();
    locks.step();
    locks.step();
    await page.getByLabel('Connection open').waitFor();
    await numbers.nth(2).waitFor();
    const seen = (await numbers.allInnerTexts()).map(Number);
    // The log shows the newest ones. On a busy machine, the first of them are no longer in it.
    expect(seen).toEqual(seen.map((_, index) => seen[0] - index));
    expect(stories.requests('GET /locks')).toBe(1);
  });
});
