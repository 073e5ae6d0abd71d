// Compares versions of the package with the working tree: `npm run bench:versions -- --base d350f85 --base HEAD~1 --pairs 15`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { summarize } from '../runner/statistics.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const child = fileURLToPath(new URL('child.js', import.meta.url));

/** At the end of a rebuild no scenario may cost more than this times what it cost before. */
const LIMIT = 1.15;

const { values } = parseArgs({
  options: {
    base: { type: 'string', multiple: true, default: ['HEAD'] },
    pairs: { type: 'string', default: '15' },
  },
});
const pairs = Number(values.pairs);

build(root);
const bases = values.base.map((revision) => ({ revision, dist: distOf(revision) }));
const runs = [...bases, { revision: 'working tree', dist: join(root, 'dist') }];
const results = runs.map(() => []);
for (let pair = 1; pair <= pairs; pair++) {
  // The order turns, so that no version is always the first.
  for (let i = 0; i < runs.length; i++) {
    const at = (i + pair) % runs.length;
    results[at].push(measure(runs[at].dist));
  }
  process.stderr.write(`${pair} of ${pairs} pairs\n`);
}

const after = results.pop();
for (const [i, { revision }] of bases.entries()) {
  console.log(
    `\nThe working tree beside ${revision}: median of ${pairs} ratios, by turns in processes of their own`,
  );
  for (const title of Object.keys(after[0])) {
    const { median } = summarize(
      after.map((times, pair) => times[title] / results[i][pair][title]),
    );
    const times = [results[i], after].map(
      (each) => summarize(each.map((one) => one[title])).median,
    );
    const verdict = median > LIMIT ? `above ${LIMIT}` : '';
    console.log(
      title.padEnd(44),
      ...times.map((time) => `${(time * 1_000).toFixed(1)} µs`.padStart(13)),
      `${median.toFixed(2)} ×`.padStart(9),
      verdict,
    );
  }
}

function measure(dist) {
  const env = { ...process.env, NODE_ENV: 'production' };
  return JSON.parse(execFileSync(process.execPath, [child, dist], { env, encoding: 'utf8' }));
}

function build(folder) {
  execFileSync('npm', ['run', 'build', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The built package of a revision, kept beside other temporary files. */
function distOf(revision) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const sha = git('rev-parse', '--short', revision);
  const folder = join(tmpdir(), 'streambed-versions', sha);
  const dist = join(folder, 'dist');
  if (existsSync(dist)) return dist;
  process.stderr.write(`Building ${revision} (${sha})\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', sha], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  build(folder);
  return dist;
}
