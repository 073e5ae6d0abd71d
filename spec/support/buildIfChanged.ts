import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..');

/** What browsers open. Paths are from the root of the project. */
export interface Build {
  /** Name of the script in `package.json`. */
  readonly script: string;
  readonly sources: readonly string[];
  readonly output: string;
  /** Parts of the sources that are generated. */
  readonly leftOut: readonly string[];
}

export const storybook: Build = {
  script: 'build:storybook',
  sources: ['src', 'stories', 'package-lock.json'],
  output: 'stories/.out',
  leftOut: [],
};

export const site: Build = {
  script: 'build:site',
  sources: ['docs', 'src', 'stories/api', 'package-lock.json'],
  output: 'docs/.vitepress/dist',
  leftOut: ['docs/api', 'docs/.vitepress/cache'],
};

/** Runs a build script, unless the last build is newer than every source. */
export async function buildIfChanged({ script, sources, output, leftOut }: Build): Promise<void> {
  const stamp = join(root, output, '.built');
  const built = existsSync(stamp) ? Number(readFileSync(stamp, 'utf8')) : 0;
  const generated = new Set([output, ...leftOut].map((path) => join(root, path)));
  if (sources.every((path) => lastChange(join(root, path), generated) < built)) return;

  const started = Date.now();
  await promisify(execFile)('npm', ['run', script], { cwd: root, maxBuffer: Infinity }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`npm run ${script} failed.\n${stdout}\n${stderr}`);
    },
  );
  writeFileSync(stamp, String(started));
}

function lastChange(path: string, generated: ReadonlySet<string>): number {
  if (generated.has(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).map((name) => lastChange(join(path, name), generated));
  return Math.max(0, ...inside);
}
