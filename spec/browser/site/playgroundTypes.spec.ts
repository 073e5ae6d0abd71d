import type { Page } from 'playwright-core';
import { seriousViolations } from '../../support/axeViolations.ts';
import { typeProgram } from '../../support/playgroundPage.ts';
import { siteBrowser } from '../../support/siteBrowser.ts';

const site = siteBrowser();

const program = `import { createStore, Entity, RestEndpoint } from 'streambed';
class User extends Entity {
  id = '';
  name = '';
}
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const store = createStore();
const user$ = store.observe(getUser, { id: '1' }).data$;
`;

/** Rests the pointer on a word of the program. */
async function rest(page: Page, word: string): Promise<void> {
  await page.getByLabel('Code').locator('span', { hasText: word }).first().hover();
}

/** Scripts that have TypeScript and the declarations. */
function typeScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /TypeClient|typeWorker/.test(name)),
  );
}

it('loads TypeScript when the editor is used, and not before', async () => {
  const { page } = await site.open('/playground/');
  await page.getByLabel('Code').waitFor();
  await page.frameLocator('.playground iframe').getByText('valid idle').waitFor();
  expect(await typeScripts(page)).toEqual([]);
  const worker = page.waitForEvent('worker');
  await page.getByLabel('Code').focus();
  await worker;
});

it('a name under the pointer shows its type and its comment', async () => {
  const { page, problems, shoot } = await site.open('/playground/');
  await typeProgram(page, program);
  await rest(page, 'user$');
  await page.locator('.type-hint').getByText('const user$: Observable<User>').waitFor();
  await page.mouse.move(0, 0);
  await rest(page, 'createStore');
  await page.locator('.type-hint p').waitFor();
  await shoot('playground-hover');
  expect(await seriousViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

it('completion lists the members of a store, and of the data of an endpoint', async () => {
  const { page, problems, shoot } = await site.open('/playground/');
  const names = page.locator('.cm-tooltip-autocomplete .cm-completionLabel');
  await typeProgram(page, program);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('store.');
  await names.first().waitFor();
  expect(await names.allInnerTexts()).toEqual(
    expect.arrayContaining(['fetch', 'observe', 'set', 'dispose']),
  );
  await page.locator('.cm-completionInfo code').waitFor();
  await shoot('playground-completion');
  await page.keyboard.type('obs');
  await page.locator('.cm-completionLabel').getByText('observe').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('(getUser, { id: "1" }).data$.subscribe((user) => user.');
  await names.getByText('name', { exact: true }).waitFor();
  expect(problems).toEqual([]);
});
