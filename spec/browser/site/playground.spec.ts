import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../docs/readPages.ts';
import { seriousViolations } from '../../support/axeViolations.ts';
import { pane, typeProgram } from '../../support/playgroundPage.ts';
import { siteBrowser } from '../../support/siteBrowser.ts';

const site = siteBrowser();

it.each([
  ['light', 390],
  ['dark', 390],
  ['light', 1280],
  ['dark', 1280],
] as const)('axe finds no serious violation in %s colors at %d px', async (colorScheme, width) => {
  const { page, shoot } = await site.open('/playground/#form', { colorScheme, width });
  const app = pane(page, 'App');
  await app.getByRole('button', { name: 'Report' }).click();
  await app.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.notice').getByText(/link/).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await shoot(`playground-${colorScheme}-${width}`);
});

it('axe finds a bad contrast in what a program shows', async () => {
  const { page } = await site.open('/playground/#form');
  await typeProgram(page, "export default () => <p style={{ color: '#ccc' }}>Pale</p>;");
  await page.keyboard.press('Control+Enter');
  await pane(page, 'App').getByText('Pale').waitFor();
  expect(await seriousViolations(page)).toMatchObject([{ id: 'color-contrast' }]);
});

describe('the playground', () => {
  const runs = [
    {
      id: 'first-stream',
      keys: ['GET /users'],
      requests: ['GET /users'],
      output: ['invalid fetching 0 users', 'valid idle 12 users'],
    },
    {
      id: 'shared-entities',
      keys: ['GET /profiles', 'GET /profiles/2'],
      requests: ['GET /profiles'],
      output: ['Bjarne Lindqvist (the same object)', 'In the list: Bjarne Holm'],
    },
    {
      id: 'list-of-all',
      keys: ['GET /users'],
      requests: ['GET /users', 'POST /users', 'DELETE /users/13'],
      output: ['13 users, the last: Mira Stone', '12 users, the last: Lucía Ferrer'],
    },
    {
      id: 'optimistic',
      keys: ['GET /todos/2'],
      requests: ['GET /todos/2', 'PATCH /todos/2'],
      output: ['– Oil the sluice gate', '✓ Oil the sluice gate in early summer (predicted)'],
    },
    {
      id: 'expiry',
      keys: ['GET /users'],
      requests: ['GET /users', 'GET /users'],
      output: ['stale', 'A new subscriber arrives.'],
    },
    {
      id: 'derived-view',
      keys: ['GET /todos'],
      requests: ['GET /todos'],
      output: ['24 open', '25 open', '23 open', 'First by title: A boat to paint'],
    },
  ];

  it('runs each example', async () => {
    const { page, problems, shoot } = await site.open('/playground/');
    for (const { id, keys, requests, output } of runs) {
      await page.getByLabel('Example').selectOption(id);
      for (const text of output) await pane(page, 'Output').getByText(text).first().waitFor();
      const sent = pane(page, 'Requests');
      await sent
        .getByText(/^2\d\d$/)
        .nth(requests.length - 1)
        .waitFor();
      expect({
        id,
        keys: await pane(page, 'Streams').locator('code').allInnerTexts(),
        requests: await sent.locator('code').allInnerTexts(),
      }).toEqual({ id, keys, requests });
      expect(new URL(page.url()).hash).toBe(`#${id}`);
      await shoot(`playground-${id}`);
    }
    expect(problems).toEqual([]);
  });

  it('runs the example use-suspense, whose component renders again when a user is added', async () => {
    const { page, problems } = await site.open('/playground/#use-suspense');
    const users = pane(page, 'App').getByRole('listitem');
    await users.nth(11).waitFor();
    await pane(page, 'App').getByRole('button', { name: 'Add' }).click();
    await users.nth(12).waitFor();
    await expect(users.last().innerText()).resolves.toBe('Mira Stone');
    const sent = pane(page, 'Requests').locator('code');
    expect(await sent.allInnerTexts()).toEqual(['GET /users', 'POST /users']);
    await pane(page, 'Commits and renders').getByText('renders', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('runs the example pages, which adds a page per request', async () => {
    const { page, problems } = await site.open('/playground/#pages');
    const app = pane(page, 'App');
    for (const count of [10, 20, 30]) {
      await app.getByText(`${count} posts`).waitFor();
      await app.getByRole('button', { name: 'More posts' }).click();
    }
    await app.getByText('35 posts').waitFor();
    expect(await app.getByRole('button').count()).toBe(0);
    const sent = pane(page, 'Requests').locator('code');
    expect(await sent.allInnerTexts()).toEqual([
      'GET /post',
      'GET /post?page=2',
      'GET /post?page=3',
      'GET /post?page=4',
    ]);
    expect(problems).toEqual([]);
  });

  it('runs the example form, which shows the error of each field and then adds to the list', async () => {
    const { page, problems, shoot } = await site.open('/playground/#form');
    const app = pane(page, 'App');
    await app.getByRole('listitem').nth(2).waitFor();
    await app.getByRole('button', { name: 'Report' }).click();
    await app.getByText('Give the name of an animal, three letters or more.').waitFor();
    await app.getByText('Give an address with an @.').waitFor();
    await shoot('playground-form-refused');
    await app.getByLabel('Species').fill('Otter');
    await app.getByLabel('Email').fill('visitor@example.com');
    await app.getByRole('button', { name: 'Report' }).click();
    await app.getByText('Otter, Delta').waitFor();
    const sent = pane(page, 'Requests').locator('code');
    expect(await sent.allInnerTexts()).toEqual([
      'GET /sightings',
      'POST /sightings',
      'POST /sightings',
    ]);
    expect(await app.getByRole('alert').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('runs the example live, whose view follows the source', async () => {
    const { page, problems } = await site.open('/playground/#live');
    const app = pane(page, 'App');
    // On a busy machine, a value may be replaced before the page is looked at.
    await app.getByText(/Ferry: 19\d cm/).waitFor();
    await app.getByText(/Highest: 19[1-9] cm/).waitFor();
    await pane(page, 'Streams').getByText('watchGauges').waitFor();
    expect(problems).toEqual([]);
  });

  it('takes a prediction back when the next request is to fail', async () => {
    const { page } = await site.open('/playground/');
    const file = join(root, 'docs/.vitepress/playground/examples/optimistic.ts');
    const example = readFileSync(file, 'utf8');
    // The example sends its mutation after a time, however long the page takes. This one waits.
    const code = example.replace(
      'setTimeout(resolve, 3_000)',
      "addEventListener('click', resolve)",
    );
    expect(code).not.toBe(example);
    await typeProgram(page, code);
    await page.getByRole('button', { name: 'Run' }).click();
    const output = pane(page, 'Output');
    await output.getByText('– Oil the sluice gate').waitFor();
    await page.getByRole('button', { name: 'Fail the next request' }).click();
    await output.click();
    await output.getByText('(predicted)').waitFor();
    await output.getByText('– Oil the sluice gate').nth(1).waitFor();
    const sent = pane(page, 'Requests');
    await sent.getByText('500').waitFor();
    expect(await sent.locator('code').allInnerTexts()).toEqual(['GET /todos/2', 'PATCH /todos/2']);
  });

  const failing = [
    ['that a statement throws', "\n\nthrow new TypeError('Boom');", 'Line 3', 'TypeError: Boom'],
    ['of the syntax', 'const n = 1;\nconst = 2;', 'Line 2', 'Unexpected token'],
    ['of a timer', "\nsetTimeout(() => { throw new Error('Late') });", 'Line 2', 'Error: Late'],
    ['of a promise', "\nvoid Promise.reject(new Error('Lost'));", 'Line 2', 'Error: Lost'],
    [
      'of a component',
      "\nexport default function App() { throw new Error('No render'); }",
      'Line 2',
      'No render',
    ],
    [
      'of a subscriber, which RxJS throws again',
      "import { of } from 'rxjs';\nof(1).subscribe(() => { throw new Error('Unheard'); });",
      'Line 2',
      'Error: Unheard',
    ],
    ['of an unknown module', "import { x } from 'lodash';\nx();", 'Line 1', 'no module "lodash"'],
  ] as const;

  it('shows the message and the line of each error', async () => {
    const { page } = await site.open('/playground/');
    for (const [kind, code, line, message] of failing) {
      await typeProgram(page, code);
      await page.keyboard.press('Control+Enter');
      const alert = page.getByRole('alert');
      await alert.getByText(message).waitFor();
      const lines = await alert.getByRole('button').allInnerTexts();
      expect([kind, ...lines]).toEqual([kind, line]);
      await pane(page, 'Output').getByText(message).waitFor();
    }
  });

  it('shows the warnings of React and of Streambed, as in development', async () => {
    const { page } = await site.open('/playground/#first-stream');
    await typeProgram(
      page,
      `import { createStore, RestEndpoint } from 'streambed';
      createStore().observe(new RestEndpoint({ path: '/nothing' })).data$.subscribe();
      export default () => [1, 2].map((n) => <p>{n}</p>);`,
    );
    await page.keyboard.press('Control+Enter');
    const output = pane(page, 'Output');
    await output.getByText('Each child in a list should have a unique "key" prop').waitFor();
    await output.getByText('SB_FAILURE_UNOBSERVED').waitFor();
    expect(await pane(page, 'App').getByRole('paragraph').allInnerTexts()).toEqual(['1', '2']);
  });

  it('keeps edited code on reload without running it, until it is reset', async () => {
    const { page } = await site.open('/playground/#expiry');
    await typeProgram(page, "console.log('mine');");
    await page.waitForURL('**/#expiry/*');
    await page.reload();
    await page.getByText('This program is edited').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await pane(page, 'Output').getByText('mine').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await pane(page, 'Output').getByText('invalid').waitFor();
    await expect(page.getByLabel('Code').innerText()).resolves.toContain('dataExpiryLength: 1_500');
    await expect(page.getByRole('button', { name: 'Reset' }).isDisabled()).resolves.toBe(true);
  });

  it('runs the code as it was when the run started', async () => {
    const { page } = await site.open('/playground/');
    await page.getByLabel('Code').click();
    await page.keyboard.press('Control+A');
    // The reader types while the frame is loaded.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('.playground .run')!.click();
      document.execCommand('insertText', false, "console.log('half');");
    });
    await pane(page, 'Output').getByText('valid idle 12 users').waitFor();
    await expect(page.getByLabel('Code').innerText()).resolves.toContain('half');
    expect(await pane(page, 'Output').getByText('half').count()).toBe(0);
  });

  it('keeps programs away from the page and from what the site stores', async () => {
    const { page } = await site.open('/playground/');
    await typeProgram(
      page,
      `const tries = {
        page: () => parent.document.title,
        address: () => { top!.location.href = '/'; },
        storage: () => localStorage.length,
        cookies: () => document.cookie,
        database: () => indexedDB.open('site'),
      };
      for (const [name, reach] of Object.entries(tries)) {
        try {
          reach();
          console.log(name, 'is reached');
        } catch (error) {
          console.log(name, (error as Error).name);
        }
      }`,
    );
    await page.getByRole('button', { name: 'Run' }).click();
    const printed = pane(page, 'Output').getByRole('listitem').locator('span');
    await printed.nth(4).waitFor();
    expect(await printed.allInnerTexts()).toEqual([
      'page SecurityError',
      'address SecurityError',
      'storage SecurityError',
      'cookies SecurityError',
      'database SecurityError',
    ]);
  });

  it('runs programs that persist data in memory, and says so of other storages', async () => {
    const { page } = await site.open('/playground/');
    const programWith = (options: string): string =>
      `import { createStore } from 'streambed';
      import { memoryStorage, persist, storageStatus$ } from 'streambed/persist';
      const store = createStore({ plugins: [persist({ name: 'mine'${options} })] });
      storageStatus$(store).subscribe((status) => console.log('Status', status));`;
    await page.getByText('give persist the storage memoryStorage()').waitFor();
    await typeProgram(page, programWith(', storage: memoryStorage()'));
    await page.getByRole('button', { name: 'Run' }).click();
    await pane(page, 'Output').getByText('Status storage').waitFor();
    await typeProgram(page, programWith(''));
    await page.getByRole('button', { name: 'Run' }).click();
    await pane(page, 'Output').getByText('Status memory').waitFor();
    const alert = page.getByRole('alert').getByText(/./);
    await alert.first().waitFor();
    expect(await alert.first().innerText()).toContain('SB_STORAGE_UNAVAILABLE');
  });

  it('says when its files cannot be loaded, and tries again', async () => {
    const { page } = await site.open('/');
    await page.route('**/playground/frame.js', (route) => route.abort());
    await site.goTo(page, '/playground/');
    await page.getByRole('alert').getByText('The playground could not be loaded.').waitFor();
    await page.unroute('**/playground/frame.js');
    await page.getByRole('button', { name: 'Run' }).click();
    await pane(page, 'Output').getByText('valid idle 12 users').waitFor();
    expect(await page.getByRole('alert').getByText(/./).count()).toBe(0);
  });

  it('shows a running program in the colors of the site', async () => {
    const { page } = await site.open('/playground/');
    await pane(page, 'Output').getByText('valid idle 12 users').waitFor();
    await page.getByRole('switch', { name: 'Switch to dark theme' }).first().click();
    const frame = page.frameLocator('.playground iframe');
    await frame.locator('html.dark').waitFor();
    const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;
    const [outer, inner] = [page.locator('body'), frame.locator('body')];
    expect(await inner.evaluate(backgroundOf)).toBe(await outer.evaluate(backgroundOf));
  });

  it('ends the timers of a program when another one is run', async () => {
    const { page } = await site.open('/playground/');
    await typeProgram(page, "setInterval(() => console.log('tick'), 20);");
    await page.getByRole('button', { name: 'Run' }).click();
    await pane(page, 'Output').getByText('tick').nth(2).waitFor();
    await page.getByLabel('Example').selectOption('Expiry');
    await pane(page, 'Output').getByText('stale').waitFor();
    expect(await pane(page, 'Output').getByText('tick').count()).toBe(0);
  });
});
