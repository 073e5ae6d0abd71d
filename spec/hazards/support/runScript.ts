import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/**
 * Runs a module in a process of its own. It may import `./src/index.ts` and call `gc()`. Returns
 * its output and how it ended.
 */
export function runScript(script: string): { readonly printed: string; readonly status: unknown } {
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', script],
    { cwd: root, encoding: 'utf8', timeout: 60_000 },
  );
  return { printed: stdout || stderr, status: status ?? signal };
}
