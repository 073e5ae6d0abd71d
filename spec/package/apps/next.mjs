import assert from 'node:assert/strict';
import { controlOf, fitsPhone, forget, hold, step, until, withPage } from './browser.mjs';
import { freePort, run, startApi, startServer } from './processes.mjs';

/** Long enough that the page shows its fallback. */
const DELAY = 500;

export async function tryNext(cwd) {
  const api = await startApi('--delay', `${DELAY}`);
  const env = { API_URL: api, NEXT_TELEMETRY_DISABLED: '1' };
  await step('compiles and builds', () => run('next build', 'npm', ['run', 'build'], { cwd, env }));
  const port = `${await freePort()}`;
  const start = ['next', 'start', '--hostname', '127.0.0.1', '--port', port];
  await startServer('next start', 'npx', start, { cwd, env, ready: /Ready in/ });
  await withPage((page, problems) =>
    drive(page, problems, `http://127.0.0.1:${port}`, controlOf(api)),
  );
}

async function drive(page, problems, origin, api) {
  const requests = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.method());
  });
  const rowsOf = (list) => page.getByRole('list', { name: list }).getByRole('listitem');
  const names = () => rowsOf('People').getByRole('link').allTextContents();

  await step('streams: sends the list before it has the profile', async () => {
    // A page that waited for the profile would have no fallback.
    const html = (await (await fetch(origin)).text()).replaceAll('<!-- -->', '');
    const [list, fallback, profile] = [
      'Lucía Ferrer',
      'Loading the profile',
      '>Amara Okafor</h',
    ].map((text) => html.indexOf(text));
    assert.deepEqual(
      [list >= 0, list < profile, fallback >= 0, fallback < profile],
      Array(4).fill(true),
    );
    await page.goto(origin);
    await until(() => rowsOf('People').count(), 12);
    await page.getByRole('heading', { name: 'Amara Okafor' }).waitFor();
  });

  await step('hydrates: the browser requests nothing that the server has sent', async () => {
    await page.waitForLoadState('networkidle');
    assert.deepEqual(requests, []);
  });

  await step('people: shows a new person before the response', async () => {
    const release = await hold(page, 'POST');
    await page.getByLabel('Name of the new person').fill('Mira Solberg');
    await page.getByRole('button', { name: 'Add' }).click();
    await until(async () => (await names()).at(-1), 'Mira Solberg');
    assert.equal((await api.names()).length, 12);
    await release();
    await until(async () => (await api.names()).at(-1), 'Mira Solberg');
  });

  await step('people: renames and deletes', async () => {
    const row = (name) => rowsOf('People').filter({ hasText: name });
    await row('Mira').getByRole('button', { name: 'Capitals' }).click();
    await until(async () => (await api.names()).at(-1), 'MIRA SOLBERG');
    await row('MIRA').getByRole('button', { name: 'Delete' }).click();
    await until(async () => (await api.names()).length, 12);
    assert.equal((await names()).length, 12);
  });

  await step('posts: the first page is in the HTML, the browser adds the others', async () => {
    const html = await (await fetch(`${origin}/posts`)).text();
    assert.match(html, /Upper reach: Gauge reading/);
    await page.goto(`${origin}/posts`);
    await until(async () => {
      const more = page.getByRole('button', { name: 'More posts' });
      if (await more.isEnabled().catch(() => false)) await more.click();
      return page.getByText('All 35 posts').count();
    }, 1);
    assert.equal(await rowsOf('Posts').count(), 35);
  });

  await step('feed: shows links, posts and items of unknown types', async () => {
    await page.getByRole('link', { name: 'Feed' }).click();
    await until(() => rowsOf('Feed').count(), 7);
    assert.equal(await rowsOf('Feed').getByRole('link').count(), 2);
    assert.equal(await rowsOf('Feed').locator('.note').count(), 2);
  });

  await step('error boundary: shows a failure, and the data after a retry', async () => {
    // The first request is the server's, the second the browser's.
    await api.set({ failNext: 2 });
    await page.goto(`${origin}/people/3`);
    await page.getByText('The demo API is set to fail.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Chiara Benedetti' }).waitFor();
    // React reports that the server has left this part to the browser.
    forget(problems, /status of 500|SB_NETWORK|React error #419/);
  });

  await step('me: logs in with a server action', async () => {
    await page.goto(`${origin}/me`);
    await page.getByText('You are not logged in.').waitFor();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Hello, Amara Okafor.').waitFor();
    forget(problems, /status of 401|SB_NETWORK|React error #419/);
  });

  await step('me: the server sends the cookie to the API, and not to the page', async () => {
    const html = await (await page.request.get(`${origin}/me`)).text();
    assert.match(html, /Hello, Amara Okafor\./);
    assert.ok(!html.includes('hunter2'), 'The page contains the cookie of the visitor.');
  });

  await step(
    'me: a refresh of the router leaves the store as it is, a write changes it',
    async () => {
      const refresh = page.getByRole('button', { name: 'only refresh' });
      await refresh.click();
      await until(async () => (await api.names())[0], 'AMARA OKAFOR');
      // The transition is pending until the router has refreshed.
      await until(() => refresh.isEnabled(), true);
      assert.ok(await page.getByText('Hello, Amara Okafor.').isVisible());
      await page.getByRole('button', { name: 'Capitals', exact: true }).click();
      await page.getByText('Hello, AMARA OKAFOR.').waitFor();
    },
  );

  await step('rain: starts with the reading of the server, then polls', async () => {
    await page.goto(`${origin}/rain`);
    const reading = page.locator('.reading strong');
    const first = await reading.textContent();
    await until(async () => (await reading.textContent()) !== first, true);
  });

  await step('fits a phone', () =>
    fitsPhone(
      page,
      ['', 'people/3', 'posts', 'feed', 'rain', 'me'].map((name) => `${origin}/${name}`),
    ),
  );
}
