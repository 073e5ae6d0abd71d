import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['src', 'stories', 'package-lock.json'];
const output = join('stories', '.out');

/** Before the browser specs: builds Storybook, unless the last build is newer than every source. */
export default function buildStorybook(
  _globalConfig: unknown,
  { rootDir }: { rootDir: string },
): void {
  const stamp = join(rootDir, output, '.built');
  const built = existsSync(stamp) ? Number(readFileSync(stamp, 'utf8')) : 0;
  if (sources.every((path) => lastChange(join(rootDir, path)) < built)) return;

  const started = Date.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build:storybook'], {
    cwd: rootDir,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Storybook could not be built.\n${stdout}\n${stderr}`);
  writeFileSync(stamp, String(started));
}

function lastChange(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path)
    .map((name) => join(path, name))
    .filter((inner) => !inner.endsWith(output));
  return Math.max(...inside.map(lastChange));
}
