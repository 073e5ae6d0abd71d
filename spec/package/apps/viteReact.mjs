import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { controlOf, fitsPhone, forget, hold, step, until, withPage } from './browser.mjs';
import { freePort, run, startApi, startServer } from './processes.mjs';

const failure = /status of 500|SB_NETWORK/;

export async function tryViteReact(cwd) {
  await step('compiles', () => run('tsc', 'npm', ['run', 'typecheck'], { cwd }));
  await step('builds, without devtools', async () => {
    await run('vite build', 'npm', ['run', 'build'], { cwd });
    const files = readdirSync(join(cwd, 'dist', 'assets'));
    assert.deepEqual(files.map(extname).sort(), ['.css', '.js']);
    const [script] = files.filter((name) => name.endsWith('.js'));
    const code = readFileSync(join(cwd, 'dist', 'assets', script), 'utf8');
    assert.ok(!code.includes('streambed-devtools'));
  });
  const api = await startApi();
  const port = await freePort();
  const preview = ['vite', 'preview', '--host', '127.0.0.1', '--strictPort', '--port', `${port}`];
  const options = { cwd, env: { API_URL: api }, ready: /127\.0\.0\.1/ };
  await startServer('vite preview', 'npx', preview, options);
  await withPage((page, problems) =>
    drive(page, problems, `http://127.0.0.1:${port}/#`, controlOf(api)),
  );
  await step('has devtools in development', () => openDevtools(cwd, api));
}

async function openDevtools(cwd, api) {
  const port = await freePort();
  const dev = ['vite', '--host', '127.0.0.1', '--strictPort', '--port', `${port}`];
  await startServer('vite', 'npx', dev, { cwd, env: { API_URL: api }, ready: /127\.0\.0\.1/ });
  await withPage(async (page) => {
    await page.goto(`http://127.0.0.1:${port}/#/people`);
    await page.locator('streambed-devtools').getByRole('button').click();
    const keys = page.getByRole('tabpanel', { name: 'Keys' });
    await keys.getByRole('row').getByText('valid').first().waitFor();
  });
}

async function drive(page, problems, origin, api) {
  const rowsOf = (list) => page.getByRole('list', { name: list }).getByRole('listitem');
  const people = rowsOf('People');
  const rowOf = (name) => people.filter({ hasText: name });
  const names = () => people.getByRole('link').allTextContents();
  const count = page.locator('.count');
  const alert = page.getByRole('alert');
  const rename = async (name, next) => {
    await rowOf(name).getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('New name').fill(next);
    await page.getByRole('button', { name: 'Save' }).click();
  };

  await page.goto(`${origin}/people`);
  await step('people: shows the list', () => until(() => people.count(), 12));

  await step('people: shows a new person, and counts it, before the response', async () => {
    const release = await hold(page, 'POST');
    await page.getByLabel('Name of the new person').fill('Mira Solberg');
    await page.getByRole('button', { name: 'Add' }).click();
    await until(async () => (await names()).at(-1), 'Mira Solberg');
    await until(() => count.textContent(), '13');
    assert.equal((await api.names()).length, 12);
    await release();
    await until(() => rowOf('Mira').getByRole('link').getAttribute('href'), '#/people/13');
    assert.equal((await api.names()).at(-1), 'Mira Solberg');
  });

  await step('people: shows a new name before the response', async () => {
    const release = await hold(page, 'PUT');
    await rename('Amara Okafor', 'Zora Okafor');
    await until(async () => (await names())[0], 'Zora Okafor');
    assert.equal((await api.names())[0], 'Amara Okafor');
    await release();
    await until(async () => (await api.names())[0], 'Zora Okafor');
  });

  await step('people: takes a new name back that the server refuses', async () => {
    const release = await hold(page, 'PUT');
    await api.set({ failNext: 1 });
    await rename('Bjarne', 'Refused');
    await until(async () => (await names())[1], 'Refused');
    await release();
    await until(() => alert.textContent(), 'Not renamed: The demo API is set to fail.');
    await until(async () => (await names())[1], 'Bjarne Lindqvist');
    forget(problems, failure);
  });

  await step('people: removes a person before the response', async () => {
    const release = await hold(page, 'DELETE');
    await rowOf('Mira').getByRole('button', { name: 'Delete' }).click();
    await until(() => rowOf('Mira').count(), 0);
    await until(() => count.textContent(), '12');
    assert.equal((await api.names()).length, 13);
    await release();
    await until(async () => (await api.names()).length, 12);
  });

  await step('people: shows a person again that the server does not delete', async () => {
    const release = await hold(page, 'DELETE');
    await api.set({ failNext: 1 });
    await rowOf('Chiara').getByRole('button', { name: 'Delete' }).click();
    await until(async () => (await names())[2], 'Dmitri Volkov');
    await release();
    await until(async () => (await names())[2], 'Chiara Benedetti');
    await page.getByText('Not deleted: The demo API is set to fail.').waitFor();
    forget(problems, failure);
  });

  await step('error boundary: shows a failure, and the data after a retry', async () => {
    await api.set({ failNext: 1 });
    await rowOf('Chiara').getByRole('link').click();
    await page.getByText('The demo API is set to fail.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Chiara Benedetti' }).waitFor();
    forget(problems, failure);
  });

  await step('error boundary: shows no error on another page', async () => {
    await page.goto(`${origin}/people/12`);
    await page.getByText('There is no profile with the id "12".').waitFor();
    await page.getByRole('link', { name: 'Directory' }).click();
    await page.getByRole('heading', { name: 'Directory' }).waitFor();
    forget(problems, /status of 404|SB_NETWORK/);
  });

  await step('derived view: joins, sorts and finds, with the new name', async () => {
    const entries = rowsOf('Directory').locator('strong');
    await until(async () => (await entries.allTextContents()).at(-1), 'Zora Okafor');
    await page.getByText('12 of 12').waitFor();
    await page.getByRole('searchbox').fill('river');
    await until(() => entries.allTextContents(), ['Zora Okafor']);
    await page.getByText('1 of 12').waitFor();
  });

  await step('posts: loads page after page, to the end', async () => {
    await page.getByRole('link', { name: 'Posts' }).click();
    await until(async () => {
      await page.mouse.wheel(0, 2_000);
      return page.getByText('All 35 posts').count();
    }, 1);
    assert.equal(await rowsOf('Posts').count(), 35);
    const requests = Object.entries(await api.requests()).filter(([name]) => /\/post/.test(name));
    assert.deepEqual(requests, [
      ['GET /post', 1],
      ['GET /post?page=2', 1],
      ['GET /post?page=3', 1],
      ['GET /post?page=4', 1],
    ]);
  });

  await step('feed: shows links, posts and items of unknown types in their order', async () => {
    await page.getByRole('link', { name: 'Feed' }).click();
    const isUnknown = async (row) => (await row.locator('.note').count()) === 1;
    await rowsOf('Feed').first().waitFor();
    const rows = await rowsOf('Feed').all();
    const types = rows.map(async (row) =>
      (await row.getByRole('link').count()) === 1
        ? 'link'
        : (await isUnknown(row))
          ? 'unknown'
          : 'post',
    );
    const expected = ['link', 'post', 'unknown', 'post', 'link', 'unknown', 'post'];
    assert.deepEqual(await Promise.all(types), expected);
  });

  await step('rain: shows each reading that a poll brings', async () => {
    await page.getByRole('link', { name: 'Rain' }).click();
    await page.locator('.bars i').nth(2).waitFor();
    const shown = await page.locator('.reading strong').textContent();
    const labels = await page.getByRole('img').getAttribute('aria-label');
    assert.ok(labels.includes(`, ${Number.parseFloat(shown)} mm`), `${labels} without ${shown}`);
  });

  await step('fits a phone', () =>
    fitsPhone(
      page,
      ['people', 'people/3', 'directory', 'posts', 'feed', 'rain'].map(
        (name) => `${origin}/${name}`,
      ),
    ),
  );
}
