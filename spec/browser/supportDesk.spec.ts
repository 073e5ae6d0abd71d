import { axeViolations } from '../support/axeViolations.ts';
import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();

/** Opens the story and waits until its lists and counts are there. The API responds at once. */
async function openDesk() {
  const story = await stories.open('changing-support-desk--story');
  const { page } = story;
  const { state } = stories.api();
  const list = page.getByRole('list', { name: 'Tickets' });
  const option = (name: string) => page.locator('.desk-option', { hasText: name });
  await list.getByRole('listitem').first().waitFor();
  await page.waitForFunction(() => !document.body.textContent?.includes('…'));
  return {
    ...story,
    list,
    faults: state.faults,
    option,
    total: () => page.locator('.desk-total').innerText(),
    /** The numbers of the tickets in the list. */
    numbers: async () =>
      (await list.locator('.note').allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0])),
    count: async (name: string) => Number(await option(name).locator('.desk-count').innerText()),
    choose: (id: number) => list.getByRole('button', { name: `#${id}` }).click(),
    /** Sets a member of the chosen ticket. */
    set: (member: string, value: string) =>
      page.getByRole('group', { name: member }).getByRole('button', { name: value }).click(),
    saved: () => page.getByText('saved', { exact: true }).waitFor(),
    requests: () => Object.fromEntries(state.requests),
    /** What the server has for the choice of statuses. */
    expected: (...status: string[]) =>
      state.tickets.list({ status, assignee: [] }, 'priority').map(({ id }) => id),
  };
}

describe('the support desk', () => {
  it('moves an edited ticket between lists and counts, with one request', async () => {
    const desk = await openDesk();
    const { page, numbers, count, set, requests } = desk;
    expect(await numbers()).toEqual(desk.expected('open', 'pending'));
    await desk.shoot('desk');
    await desk.option('pending').click();
    await page.getByText('8 tickets').waitFor();
    await desk.choose(104);
    const before = requests();

    await set('Status', 'closed');
    await page.getByText('7 tickets').waitFor();
    await desk.saved();
    expect(await numbers()).toEqual(desk.expected('open'));
    expect([await count('open'), await count('closed'), await count('Amara')]).toEqual([7, 5, 3]);
    expect(requests()).toEqual({ ...before, 'PATCH /tickets/104': 1 });
    await page.getByText('Requests since you chose #104: 1').waitFor();

    await desk.option('pending').click();
    await page.getByText('11 tickets').waitFor();
    expect(await numbers()).toEqual(desk.expected('open', 'pending'));
    expect(requests()).toEqual({ ...before, 'PATCH /tickets/104': 1 });
    expect(desk.problems).toEqual([]);
  });

  it('keeps the order of two columns, and the lists of an assignee', async () => {
    const desk = await openDesk();
    const { page, numbers, set, requests } = desk;
    await desk.option('Chiara').click();
    await page.getByText('5 tickets').waitFor();
    await desk.option('anyone').click();
    await page.getByText('12 tickets').waitFor();
    await desk.choose(107);
    const before = requests();
    await set('Priority', 'urgent');
    // Two edits of one ticket that overlap are fetched once more.
    await desk.saved();
    await set('Assignee', 'Bjarne');
    await desk.saved();
    expect((await numbers()).slice(0, 4)).toEqual([101, 107, 109, 113]);
    await desk.option('Chiara').click();
    await page.getByText('4 tickets').waitFor();
    expect(await numbers()).not.toContain(107);
    expect(requests()).toEqual({ ...before, 'PATCH /tickets/107': 2 });
  });

  it('shows an edit before the response, and undoes one that the server refuses', async () => {
    const desk = await openDesk();
    const { page, numbers, count, set, faults } = desk;
    const before = await numbers();
    await desk.choose(102);
    const release = await stories.hold(page);
    faults.failNext = 1;
    await set('Status', 'closed');
    await page.getByText('11 tickets').waitFor();
    expect(await count('closed')).toBe(5);
    release();
    await page.getByRole('alert').getByText('Could not change #102').waitFor();
    await desk.shoot('desk-refused');
    expect(await numbers()).toEqual(before);
    expect([await count('open'), await count('closed'), await count('Bjarne')]).toEqual([8, 4, 3]);
  });

  it('follows the edits of another user, with no request', async () => {
    const desk = await openDesk();
    const { page, numbers, count, requests } = desk;
    const before = requests();
    for (let edits = 0; edits < 6; edits++) {
      const edited = page.waitForResponse(/colleague/);
      await page.getByRole('button', { name: 'Another user edits' }).click();
      await edited;
    }
    const shown = desk.expected('open', 'pending');
    await page.waitForFunction(
      (ids) =>
        [...document.querySelectorAll('.desk-row .note')]
          .map((note) => parseInt(note.textContent?.slice(1) ?? '', 10))
          .join() === ids,
      shown.join(),
    );
    expect(await numbers()).toEqual(shown);
    expect(await desk.total()).toBe(`${shown.length} tickets`);
    for (const status of ['open', 'pending', 'closed']) {
      expect(await count(status)).toBe(desk.expected(status).length);
    }
    expect(requests()).toEqual(before);
  });

  it('has no faults that axe finds, light and dark, on a desk and on a phone', async () => {
    const { page, choose, shoot } = await openDesk();
    await choose(104);
    await page.getByRole('article').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 820 });
        await shoot(`desk-${colorScheme}-${width}`);
        expect(await axeViolations(page, 'main')).toEqual([]);
      }
    }
  });
});
