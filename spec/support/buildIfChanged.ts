import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Build {
  readonly root: string;
  /** Name of the script in `package.json`. */
  readonly script: string;
  /** Paths from the root, as `output` and `leftOut` are. */
  readonly sources: readonly string[];
  readonly output: string;
  /** Parts of the sources that are generated. */
  readonly leftOut?: readonly string[];
}

/** Runs a build script, unless the last build is newer than every source. */
export function buildIfChanged({ root, script, sources, output, leftOut = [] }: Build): void {
  const stamp = join(root, output, '.built');
  const built = existsSync(stamp) ? Number(readFileSync(stamp, 'utf8')) : 0;
  const generated = new Set([output, ...leftOut].map((path) => join(root, path)));
  if (sources.every((path) => lastChange(join(root, path), generated) < built)) return;

  const started = Date.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', script], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm run ${script} failed.\n${stdout}\n${stderr}`);
  writeFileSync(stamp, String(started));
}

function lastChange(path: string, generated: ReadonlySet<string>): number {
  if (generated.has(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).map((name) => lastChange(join(path, name), generated));
  return Math.max(0, ...inside);
}
