import { fitsPhone, step, withPage } from './browser.mjs';
import { run, startServer } from './processes.mjs';

const paths = { streambed: '/', tanstack: '/tanstack.html' };

/** Opens both pages of the app. */
export async function trySupportDesk(cwd) {
  await step('compiles', () => run('tsc', 'npm', ['run', 'typecheck'], { cwd }));
  await step('builds', () => run('vite build', 'npm', ['run', 'build'], { cwd }));
  for (const [name, path] of Object.entries(paths)) {
    await step(`${name}: fits a phone`, () =>
      onServer(cwd, (page, _, origin) => fitsPhone(page, [`${origin}${path}`])),
    );
  }
}

/** Each time a server of its own, with the same tickets. */
async function onServer(cwd, drive) {
  const start = ['server/main.mjs', '--port', '0'];
  const options = { cwd, ready: /Support desk: (\S+)/ };
  const [, origin] = await startServer('the desk', process.execPath, start, options);
  await withPage((page, problems) => drive(page, problems, origin));
}
