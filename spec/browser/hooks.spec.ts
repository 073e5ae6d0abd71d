import { storyBrowser } from '../support/storyBrowser.ts';

const stories = storyBrowser();

describe('typeahead', () => {
  it('finds the text that its field suggests', async () => {
    const { page, shoot } = await stories.open('reading-typeahead--story');
    const field = page.getByRole('searchbox');
    const suggested = /“(.+)”/.exec((await field.getAttribute('placeholder'))!)![1];
    const rows = page.getByRole('list', { name: 'Found' }).getByRole('listitem');
    await rows.filter({ hasNotText: suggested }).first().waitFor();
    await field.fill(suggested);
    await rows.filter({ hasNotText: suggested }).first().waitFor({ state: 'detached' });
    expect(await rows.filter({ hasText: suggested }).count()).toBeGreaterThan(1);
    await shoot('typeahead-suggested');
  });

  it('fetches once for text typed without a pause, and aborts outdated requests', async () => {
    const { page, shoot, problems } = await stories.open('reading-typeahead--story');
    const found = page.getByRole('list', { name: 'Found' });
    await found.getByRole('listitem').first().waitFor();
    const field = page.getByRole('searchbox');
    // In one task: a busy machine makes no pause between two keys.
    await field.evaluate((input: HTMLInputElement) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
      for (const text of ['b', 'bo', 'boa', 'boat']) {
        value.set!.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await page
      .getByText(/q=boat/)
      .first()
      .waitFor();
    expect(await page.getByText(/q=bo?a?$/).count()).toBe(0);
    // The response cannot arrive before it is aborted.
    stories.api().state.faults.delay = 60_000;
    await field.fill('heron');
    await page
      .getByText(/q=heron/)
      .first()
      .waitFor();
    await shoot('typeahead-waiting');
    stories.api().state.faults.delay = 0;
    await field.fill('the');
    const log = page.getByRole('list', { name: 'Request log' });
    await log.getByText('aborted').waitFor();
    expect(await log.getByRole('listitem').filter({ hasText: 'aborted' }).innerText()).toContain(
      'q=heron',
    );
    await shoot('typeahead');
    expect(problems).toEqual([]);
  });
});

describe('render as you fetch', () => {
  it('fetches when the pointer enters, and not again on click', async () => {
    const { page, shoot } = await stories.open('reading-render-as-you-fetch--story');
    const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    await people.first().waitFor();
    const button = people.nth(1).getByRole('button', { name: 'Open' });
    await button.hover();
    const log = page.getByRole('list', { name: 'Request log' });
    await log.getByText(/profiles\//).waitFor();
    await button.click();
    await page.getByRole('heading', { level: 3 }).waitFor();
    await shoot('render-as-you-fetch');
    await people.nth(0).getByRole('button', { name: 'Open' }).hover();
    await button.hover();
    await button.click();
    const profiles = [...stories.api().state.requests].filter(([path]) =>
      path.includes('/profiles/'),
    );
    expect(profiles.map(([, count]) => count)).toEqual([1, 1]);
  });
});
