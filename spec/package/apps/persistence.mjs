import assert from 'node:assert/strict';
import { fitsPhone, forget, step, until, withPage } from './browser.mjs';
import { run, startServer } from './processes.mjs';
import { readDatabases } from './persistence/readDatabases.mjs';
import { watchFirstContent } from './persistence/watchFirstContent.mjs';

export async function tryPersistence(cwd) {
  await step('compiles', () => run('tsc', 'npm', ['run', 'typecheck'], { cwd }));
  await step('builds', () => run('vite build', 'npm', ['run', 'build'], { cwd }));
  for (const rows of [0, 1, 10_000]) {
    await onServer(cwd, rows, (page, problems, origin) => reload(page, problems, origin, rows));
  }
  await onServer(cwd, 20, changeUsers);
}

/** Each time a server of its own, and so a browser that has stored nothing. */
async function onServer(cwd, rows, drive) {
  const start = ['server/main.mjs', '--port', '0', '--rows', `${rows}`];
  const [, origin] = await startServer('the stations', process.execPath, start, {
    cwd,
    ready: /Stations: (\S+)/,
  });
  await withPage((page, problems) => drive(page, problems, origin));
}

async function reload(page, problems, origin, rows) {
  const title = rows === 1 ? '1 station' : `${rows.toLocaleString('en')} stations`;
  const isShown = () => page.getByRole('heading', { name: title, exact: true }).waitFor();
  const requests = requestsOf(page);
  const first = await watchFirstContent(page);
  const shown = rows === 0 ? 'You have no station.' : 'Alder Weir 1';
  const assertReloaded = async () => {
    await isShown();
    assert.deepEqual(requests(), [], 'The page has sent requests.');
    const { text, fallbacks } = await first();
    assert.ok(text.includes(title) && text.includes(shown), `First, the page shows: ${text}`);
    assert.equal(fallbacks, 0, 'The page has shown a fallback.');
  };

  await step(`${title}: fetches them once, and stores them`, async () => {
    await page.goto(origin);
    await page.getByRole('button', { name: 'Amara' }).click();
    await isShown();
    assert.deepEqual(requests(), ['POST /api/session', 'GET /api/stations']);
    await page.getByText('Stored on this device').waitFor();
    await until(() => storedStations(page, 'amara'), rows);
    await until(() => storedLists(page, 'amara'), 1);
    // The service worker has the files of the page.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  });

  await step(`${title}: shows them first after a reload, without a request`, async () => {
    requests();
    await page.reload();
    await assertReloaded();
  });

  await step(`${title}: shows them first after a reload without a network`, async () => {
    await page.context().setOffline(true);
    await page.reload();
    await assertReloaded();
    await page.getByText('Offline').waitFor();
  });

  await step(`${title}: keeps them when a refresh fails, and refreshes when it can`, async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Not refreshed: The server cannot be reached.').waitFor();
    await isShown();
    forget(problems, /ERR_INTERNET_DISCONNECTED|SB_NETWORK/);
    await page.context().setOffline(false);
    requests();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await until(() => page.getByRole('alert').count(), 0);
    assert.deepEqual(requests(), ['GET /api/stations']);
  });

  if (rows > 0) await openDetail(page, requests, first, rows);
  await step(`${title}: fits a phone`, () => fitsPhone(page, [`${origin}/#/stations`]));
}

async function openDetail(page, requests, first, rows) {
  const list = page.getByRole('list', { name: 'Stations' });
  await step('a station: opens from the stored list, and is saved', async () => {
    requests();
    await list.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Alder Weir 1', exact: true }).waitFor();
    assert.deepEqual(requests(), []);
    await page.getByLabel('Note').fill('Clear water');
    await page.getByRole('button', { name: 'Save' }).click();
    await until(() => page.locator('form[aria-busy="true"]').count(), 0);
    await until(async () => (await storedText(page, 'amara')).includes('Clear water'), true);
    assert.deepEqual(requests(), ['PATCH /api/stations/1']);
  });

  await step('a station: is there after a reload, without its list and a request', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Alder Weir 1', exact: true }).waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), 'Clear water');
    assert.deepEqual(requests(), []);
    const { text, fallbacks } = await first();
    assert.ok(text.includes('The water is 80 cm high.'), `First, the page shows: ${text}`);
    assert.equal(fallbacks, 0);
  });

  await step('the list: has the saved note, and its last row', async () => {
    await page.getByRole('link', { name: 'All stations' }).click();
    await list.getByText('Clear water').waitFor();
    await page.locator('.window').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await list.getByRole('link', { name: new RegExp(` ${rows}$`) }).waitFor();
    assert.deepEqual(requests(), []);
  });
}

async function changeUsers(page, problems, origin) {
  const requests = requestsOf(page);
  const logIn = (name) => page.getByRole('button', { name }).click();
  const logOut = () => page.getByRole('button', { name: 'Log out' }).click();
  const form = page.getByRole('heading', { name: 'Log in as' });

  await page.goto(origin);
  await step('log-out: leaves nothing on the device', async () => {
    await logIn('Amara');
    await page.getByText('Alder Weir 1', { exact: true }).waitFor();
    await until(() => storedStations(page, 'amara'), 20);
    await logOut();
    await form.waitFor();
    assert.deepEqual(Object.keys(await filledTables(page)), ['streambed:riverside-amara info']);
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    assert.deepEqual(requests(), ['POST /api/session', 'GET /api/stations', 'DELETE /api/session']);
  });

  await step('log-out: needs no network', async () => {
    await logIn('Amara');
    await page.getByText('Alder Weir 1', { exact: true }).waitFor();
    await until(() => storedStations(page, 'amara'), 20);
    await page.context().setOffline(true);
    await logOut();
    await form.waitFor();
    assert.deepEqual(Object.keys(await filledTables(page)), ['streambed:riverside-amara info']);
    await page.context().setOffline(false);
    forget(problems, /ERR_INTERNET_DISCONNECTED/);
  });

  await step('the other user: sees only his stations, which have the same ids', async () => {
    requests();
    await logIn('Bjarne');
    await page.getByText('Birch Weir 1', { exact: true }).waitFor();
    assert.equal(await page.getByText('Alder').count(), 0);
    await until(() => storedStations(page, 'bjarne'), 20);
    assert.doesNotMatch(JSON.stringify(await readDatabases(page)), /Alder/);
    assert.deepEqual(requests(), ['POST /api/session', 'GET /api/stations']);
  });

  await step('the other user: sees only his stations after a reload', async () => {
    await page.reload();
    await page.getByText('Birch Weir 1', { exact: true }).waitFor();
    assert.equal(await page.getByText('Alder').count(), 0);
    assert.deepEqual(requests(), []);
  });
}

/** A function that returns the requests of the API since its last call. */
function requestsOf(page) {
  let sent = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`);
  });
  return () => {
    const before = sent;
    sent = [];
    return before;
  };
}

/** How many stations are stored. */
async function storedStations(page, user) {
  return (await storedRows(page, user)).filter(({ key }) => /^Station\b/.test(key)).length;
}

/** How many lists are stored, also empty ones. */
async function storedLists(page, user) {
  return (await storedRows(page, user)).filter(({ key }) => String(key).startsWith('[Station]'))
    .length;
}

async function storedRows(page, user) {
  return (await filledTables(page))[`streambed:riverside-${user} rows`] ?? [];
}

async function storedText(page, user) {
  return JSON.stringify(await storedRows(page, user));
}

/** The records of all tables of the browser that have some. */
async function filledTables(page) {
  const all = await readDatabases(page);
  return Object.fromEntries(Object.entries(all).filter(([, records]) => records.length > 0));
}
