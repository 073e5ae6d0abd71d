import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { step } from './browser.mjs';
import { freePort, run, startApi } from './processes.mjs';

export async function tryNode(cwd) {
  await step('compiles', () => run('tsc', 'npm', ['run', 'typecheck'], { cwd }));
  await step('prints what its README says, and ends', async () => {
    const env = { API_URL: await startApi() };
    const { stdout } = await run('npm start', 'npm', ['start', '--silent'], { cwd, env });
    const readme = readFileSync(join(cwd, 'README.md'), 'utf8');
    const [, expected] = /```text\n([^]*?)```/.exec(readme);
    assert.equal(stdout, expected);
  });
  await step('fails with a message if there is no API', async () => {
    const API_URL = `http://127.0.0.1:${await freePort()}`;
    const options = { cwd, env: { API_URL }, isToFail: true };
    const { stderr } = await run('npm start', 'npm', ['start', '--silent'], options);
    assert.match(stderr, new RegExp(`^No API responds at ${API_URL}`, 'm'));
  });
}
