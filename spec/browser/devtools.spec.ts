import { axeViolations } from '../support/axeViolations.ts';
import { openDevtools, renameUser, TABS } from '../support/devtoolsPanel.ts';
import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();
const PHONE = 390;

const USERS = 'lists-users-list--users-list';
const GAUGES = 'staying-up-to-date-river-gauges--story';
const SURVEY = 'devtools-river-survey--story';

interface Options {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

/** Opens a story, and its panel. */
async function openPanel(story: string, options?: Options) {
  const opened = await stories.open(story, options);
  return { ...opened, ...(await openDevtools(opened.page)) };
}

/** Opens the list of users, and its panel when the list is there. */
async function openUsers(options?: Options) {
  const opened = await openPanel(USERS, options);
  const list = opened.page.getByRole('list', { name: 'Users' });
  await list.getByText('Amara Okafor').waitFor();
  return { ...opened, list };
}

describe('the tab Keys', () => {
  it('shows the status and the observers of a key, and refetches it', async () => {
    const { panel, row, problems, shoot } = await openUsers();
    await row('/users').getByText('valid').waitFor();
    await row('/users').click();
    const details = panel.getByRole('region', { name: 'Key' });
    await details.getByText('Requested by Users.').waitFor();
    await details.getByRole('button', { name: 'Refetch' }).click();
    await details.getByText(/request 2/).waitFor();
    expect(stories.requests('GET /users')).toBe(2);
    await shoot('devtools-keys');
    expect(problems).toEqual([]);
  });

  it('invalidates a key: the page fetches it, and shows the failure', async () => {
    const { page, list, panel, row } = await openUsers();
    await row('/users').click();
    stories.api().state.faults.failNext = 1;
    await panel.getByRole('button', { name: 'Invalidate' }).click();
    await page.getByRole('alert').getByText(/500/).waitFor();
    await row('failed').waitFor();
    await panel.getByRole('button', { name: 'Refetch' }).click();
    await row('valid').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await list.getByText('Amara Okafor').waitFor();
    await expect(row('failed').count()).resolves.toBe(0);
  });
});

describe('the tab Entities', () => {
  it('finds an entity, and shows what changed it and what contains it', async () => {
    const { panel, show, row, shoot } = await openUsers();
    await show('Entities');
    await panel.getByRole('searchbox').fill('dmitri');
    await panel.getByText('1 row', { exact: true }).waitFor();
    await expect(row('Amara Okafor').count()).resolves.toBe(0);
    await row('Dmitri Volkov').click();
    const details = panel.getByRole('region', { name: 'Entity' });
    await details.getByText('by the response of').waitFor();
    await details.getByRole('button', { name: '/users' }).first().waitFor();
    await shoot('devtools-entities');
  });

  it('changes a value on the page', async () => {
    const { list, panel, show, row } = await openUsers();
    await show('Entities');
    await row('Dmitri Volkov').click();
    await panel.getByRole('button', { name: 'Edit name' }).click();
    await panel.getByRole('textbox', { name: /name/ }).fill('"Dima"');
    await panel.getByRole('textbox', { name: /name/ }).press('Enter');
    await list.getByText('Dima', { exact: true }).waitFor();
    await expect(list.getByText('Dmitri Volkov').count()).resolves.toBe(0);
  });
});

describe('time travel', () => {
  it('brings the page to an earlier commit and back', async () => {
    const { page, list, panel, show, row, shoot } = await openUsers();
    await renameUser(page, 'Amara Okafor', 'Amara A.');
    await list.getByText('Amara A.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete Bjarne Lindqvist' }).click();
    await list.getByText('Bjarne Lindqvist').waitFor({ state: 'detached' });

    await show('Timeline');
    await row('12 added').click();
    await panel.getByRole('button', { name: 'Show this state' }).click();
    await list.getByText('Bjarne Lindqvist').waitFor();
    await list.getByText('Amara Okafor').waitFor();
    await shoot('devtools-time-travel');
    await panel.getByRole('button', { name: 'Later' }).click();
    await list.getByText('Amara A.', { exact: true }).waitFor();
    expect(await list.getByText('Bjarne Lindqvist').count()).toBe(1);

    await panel.getByRole('button', { name: 'Show the present' }).first().click();
    await list.getByText('Bjarne Lindqvist').waitFor({ state: 'detached' });
    expect(await list.getByText('Amara A.', { exact: true }).count()).toBe(1);
    expect(stories.requests('GET /users')).toBe(1);
  });

  it('holds live updates, and applies them when the present is shown', async () => {
    const { page, panel, show, row } = await openPanel(GAUGES);
    const levels = (): Promise<string[]> => page.locator('.gauge-level').allInnerTexts();
    await show('Timeline');
    await row('added').click();
    await panel.getByRole('button', { name: 'Show this state' }).click();
    await panel.getByText('The page shows the state of').waitFor();
    const shown = await levels();
    // The first reading of a gauge is a response, the next ones are commits.
    await panel.getByText(/Held until the present is shown: \d+ (?:commit|response)/).waitFor();
    expect(await levels()).toEqual(shown);
    await panel.getByRole('button', { name: 'Show the present' }).first().click();
    await page.waitForFunction(
      (before) =>
        [...document.querySelectorAll<HTMLElement>('.gauge-level')].some(
          ({ innerText }, at) => innerText !== before[at],
        ),
      shown,
    );
  });

  it('brings back a picture of 100,000 entities', async () => {
    const { page, panel, show, row } = await openPanel(SURVEY);
    const temperature = page.locator('.survey-place dd').last();
    const map = page.locator('.survey-map');
    const before = await temperature.innerText();
    const warm = page.getByRole('button', { name: 'Warm a reach' });
    await warm.click();
    await map.click({ position: { x: 220, y: 20 } });
    await show('Timeline');
    const after = await temperature.innerText();
    expect(after).not.toBe(before);
    await row('100000 added').click();
    await panel.getByRole('button', { name: 'Show this state' }).click();
    await page.waitForFunction(
      (text) => document.querySelector('.survey-place > :last-child dd')!.textContent !== text,
      after,
    );
    await panel.getByRole('button', { name: 'Show the present' }).first().click();
    await temperature.getByText(after, { exact: true }).waitFor();
  });
});

describe('the tab Requests', () => {
  it('shows a conflict, and why the list was fetched again', async () => {
    const { page, panel, show, row, shoot } = await openUsers();
    await row('/users').click();
    const release = await stories.hold(page);
    await panel.getByRole('button', { name: 'Refetch' }).click();
    await renameUser(page, 'Amara Okafor', 'Amara A.');
    release();
    await show('Requests');
    await row('fetched again').waitFor();
    await row('mutation').click();
    const details = panel.getByRole('region', { name: 'Request' });
    await details.getByText('Overlapped').waitFor();
    await row('fetched again').click();
    await details.getByText('Fetched again because').waitFor();
    expect(stories.requests('GET /users')).toBe(3);
    await shoot('devtools-conflict');
  });
});

describe('the tab Why?', () => {
  it('explains a value that is picked on the page', async () => {
    const { list, panel, show, shoot, problems } = await openUsers();
    await show('Why?');
    await panel.getByRole('button', { name: 'Pick a value on the page' }).click();
    await list.getByText('Amara Okafor').click();
    const reasons = panel.getByRole('region', { name: 'Explanation' });
    await reasons.getByRole('heading', { name: 'User 1' }).waitFor();
    await reasons.getByText('Requested by Users.').waitFor();
    await shoot('devtools-why');
    expect(problems).toEqual([]);
  });

  it('ends with Escape, and the page gets its clicks again', async () => {
    const { page, list, panel, show } = await openUsers();
    await show('Why?');
    await panel.getByRole('button', { name: 'Pick a value on the page' }).click();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Pick a value on the page' }).waitFor();
    await page.getByRole('button', { name: 'Delete Amara Okafor' }).click();
    await list.getByText('Amara Okafor').waitFor({ state: 'detached' });
    expect(stories.requests('DELETE /users/1')).toBe(1);
  });
});

/** Scrolls on by some rows in each frame. Gives the time that scripts took in each, ms. */
async function scrollOn(grid: Element, frames: number): Promise<number[]> {
  const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
  const times: number[] = [];
  for (let i = 0; i < frames; i++) {
    await nextFrame();
    const start = performance.now();
    grid.scrollTop += 24 * (i % 10 === 0 ? 900 : 7);
    // Handlers of `scroll` run before the callbacks of the next frame, and before the paint.
    grid.dispatchEvent(new Event('scroll'));
    await Promise.resolve();
    grid.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

describe('100,000 entities', () => {
  it('scroll in less than half of a frame per step', async () => {
    const { panel, show, shoot } = await openPanel(SURVEY);
    await show('Entities');
    await panel.getByText('100,000 rows').waitFor();
    const grid = panel.getByRole('grid');
    const times = await grid.evaluate(scrollOn, 200);
    expect(await grid.getByRole('row').count()).toBeLessThan(60);
    const top = await grid.evaluate(({ scrollTop }) => scrollTop);
    const first = Math.floor(top / 24);
    await grid.locator(`[aria-rowindex="${first + 4}"]`).waitFor();
    await shoot('devtools-100000');
    expect(times[100]).toBeLessThan(8);
  });

  it('are searched while the page goes on', async () => {
    const { panel, show, row } = await openPanel(SURVEY);
    await show('Entities');
    await panel.getByText('100,000 rows').waitFor();
    await panel.getByRole('searchbox').fill('399-249');
    await panel.getByText('1 row', { exact: true }).waitFor();
    await expect(row('399-249').count()).resolves.toBe(1);
  });
});

describe('the keyboard', () => {
  it('opens the panel, moves between tabs and rows, and closes it with Escape', async () => {
    const { page } = await stories.open(USERS);
    const opener = page.locator('streambed-devtools').getByRole('button');
    await page.getByText('Amara Okafor').waitFor();
    await opener.focus();
    await page.keyboard.press('Enter');
    const selected = page.getByRole('tab', { selected: true });
    await selected.waitFor();
    const seen: string[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key);
      seen.push(await selected.innerText());
    }
    expect(seen).toEqual(['Entities', 'Timeline', 'Why?', 'Keys', 'Why?', 'Keys']);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Entity' }).getByText('User 2').waitFor();
    await page.keyboard.press('Escape');
    await opener.waitFor();
    await expect(opener.evaluate((button) => button.matches(':focus'))).resolves.toBe(true);
  });
});

describe('accessibility', () => {
  it.each(['light', 'dark'] as const)('axe finds no violation in %s', async (colorScheme) => {
    const { page, panel, show, row } = await openUsers({ colorScheme });
    await page.getByRole('button', { name: 'Delete Bjarne Lindqvist' }).click();
    for (const tab of TABS) {
      await show(tab);
      if (tab === 'Why?') {
        await panel.getByRole('button', { name: 'Pick a value on the page' }).click();
        await page.getByRole('list', { name: 'Users' }).getByText('Amara Okafor').click();
      } else await row(tab === 'Entities' ? 'Amara' : '/users').click();
      const found = await axeViolations(page, 'streambed-devtools');
      expect({ tab, found }).toEqual({ tab, found: [] });
    }
    await show('Timeline');
    await panel.getByRole('button', { name: 'Earlier' }).click();
    await panel.getByText('The page shows the state of').waitFor();
    expect(await axeViolations(page, 'streambed-devtools')).toEqual([]);
  });
});

describe('on a phone', () => {
  it('every tab fits, and the page does not scroll sideways', async () => {
    const { page, panel, show, row, shoot } = await openUsers({ width: PHONE });
    for (const tab of TABS) {
      await show(tab);
      const isIn = await panel
        .getByRole('tab')
        .evaluateAll((tabs) => tabs.every((each) => each.getBoundingClientRect().right < 390));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect({ tab, isIn, width }).toEqual({ tab, isIn: true, width: PHONE });
      if (tab !== 'Why?') await row(tab === 'Entities' ? 'Amara' : '/users').click();
      await shoot(`devtools-phone-${tab.replace('?', '')}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE);
    }
  });
});
