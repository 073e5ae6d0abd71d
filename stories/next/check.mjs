// Builds and starts the example, and checks it with Chromium: `npm install && npm run check`, after
// `npm run build` two folders above.
import { spawn, spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';

const { chromium } = createRequire(new URL('../../package.json', import.meta.url))(
  'playwright-core',
);

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', API_ORIGIN: origin };
const next = (...args) => [
  'npx',
  ['next', ...args],
  { cwd: import.meta.dirname, env, stdio: 'inherit' },
];

assert.equal(spawnSync(...next('build')).status, 0, 'next build has failed.');
const server = spawn('node', ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], {
  cwd: import.meta.dirname,
  env,
  stdio: 'inherit',
});
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  await started();
  const context = await browser.newContext();
  await context.addCookies([{ name: 'session', value: 'hunter2', url: origin, httpOnly: true }]);
  const page = await context.newPage();
  const requests = [];
  const problems = [];
  page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon'))
      problems.push(message.text());
  });
  await page.goto(origin, { waitUntil: 'commit' });
  assert.equal(await page.locator('[data-user=ann]').textContent(), 'User ann </script><!--');
  assert.ok(await page.getByText('waiting for Bob').isVisible(), 'Bob was not streamed.');
  await click(page, 'ann');
  assert.equal(
    await page.locator('[data-user=slow-bob]').textContent(),
    'User slow-bob </script><!--',
  );
  await click(page, 'slow-bob');
  await page.waitForLoadState('networkidle');
  assert.deepEqual(requests, [], 'The browser fetched data that the server had sent.');
  const html = await (await context.request.get(origin)).text();
  assert.ok(html.includes('Hello, Ann.'), 'The API has not received the cookie.');
  assert.ok(!html.includes('hunter2'), 'The page contains the cookie of the visitor.');
  await renameAndCompare(page);
  assert.deepEqual(problems, []);
  console.log(
    'The page was streamed and hydrated without a request, and does not contain the cookie.',
  );
} finally {
  await browser.close();
  server.kill();
}

/** `router.refresh()` leaves the store as it is; `store.set` shows what the server action returned. */
async function renameAndCompare(page) {
  const refreshed = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().startsWith(origin),
  );
  await page.getByText('rename and refresh').click();
  await (await refreshed).finished();
  await page.getByText('rename and refresh').waitFor();
  assert.equal(await page.locator('#me').textContent(), 'Hello, Ann.');
  await page.getByText('rename and set').click();
  await page.getByText('Hello, Anna.').waitFor({ timeout: 10_000 });
}

/** Clicks until the button is hydrated. */
async function click(page, id) {
  const button = page.locator('p', { has: page.locator(`[data-user=${id}]`) }).locator('button');
  for (;;) {
    await button.click();
    if ((await button.textContent()) !== 'waved 0') return;
  }
}

async function started() {
  for (let i = 0; i < 200; i++) {
    try {
      await fetch(`${origin}/api/users/ann`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('next start does not respond.');
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address.port));
    });
  });
}
