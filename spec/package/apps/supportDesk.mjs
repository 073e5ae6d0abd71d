import assert from 'node:assert/strict';
import { fitsPhone, forget, step, withPage } from './browser.mjs';
import { report } from './desk/report.mjs';
import { useDesk } from './desk/useDesk.mjs';
import { useOffline } from './desk/useOffline.mjs';
import { run, startServer } from './processes.mjs';

const paths = { streambed: '/', tanstack: '/tanstack.html' };

/** Opens all pages of the app, and uses that which works offline. If it `isNamed`, uses the other ones in the same way, and compares all they show with the server. */
export async function trySupportDesk(cwd, { isNamed }) {
  await step('compiles', () => run('tsc', 'npm', ['run', 'typecheck'], { cwd }));
  await step('builds', () => run('vite build', 'npm', ['run', 'build'], { cwd }));
  for (const [name, path] of Object.entries({ ...paths, offline: '/offline.html' })) {
    await step(`${name}: fits a phone`, () =>
      onServer(cwd, (page, _, origin) => fitsPhone(page, [`${origin}${path}`])),
    );
  }
  await step('offline: 20 edits in two tabs, with reloads', () =>
    onServer(cwd, async (page, problems, origin) => {
      await useOffline(page, origin);
      forget(problems, /ERR_INTERNET_DISCONNECTED|SB_NETWORK/);
    }),
  );
  if (isNamed) await compare(cwd);
}

async function compare(cwd) {
  const results = {};
  for (const [name, path] of Object.entries(paths)) {
    await step(`${name}: two tabs, 20 edits`, () =>
      onServer(cwd, async (page, problems, origin) => {
        results[name] = await useDesk(page, origin, path);
        forget(problems, /status of 503|SB_NETWORK/);
      }),
    );
  }
  report(cwd, results);
  const { differences } = results.streambed;
  for (const difference of differences) console.log(difference);
  assert.equal(differences.length, 0, 'Streambed has shown other data than the server has.');
}

/** Each time a server of its own, with the same tickets. */
async function onServer(cwd, drive) {
  const start = ['server/main.mjs', '--port', '0'];
  const options = { cwd, ready: /Support desk: (\S+)/ };
  const [, origin] = await startServer('the desk', process.execPath, start, options);
  await withPage((page, problems) => drive(page, problems, origin));
}
