// `prepublishOnly`: refuses a release whose commit, tag, changelog and package do not name one version.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build/folders.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const { version } = JSON.parse(read('package.json'));
const problems = [];
const expect = (isRight, problem) => {
  if (!isRight) problems.push(problem);
};

const section = `## [${version}]`;
const line = read('CHANGELOG.md')
  .split('\n')
  .find((each) => each.startsWith(section));
expect(/ - \d{4}-\d\d-\d\d$/.test(line ?? ''), `CHANGELOG.md has no "${section} - YYYY-MM-DD"`);
const locked = JSON.parse(read('package-lock.json')).packages[''].version;
expect(locked === version, `package-lock.json names ${locked}, package.json ${version}`);
expect(git('status', '--porcelain') === '', 'the working tree has changes');
const tags = git('tag', '--points-at', 'HEAD').split('\n');
expect(tags.includes(`v${version}`), `the commit has no tag v${version}`);

if (problems.length > 0) {
  console.error(`No release of ${version}:\n${problems.map((each) => `- ${each}`).join('\n')}`);
  process.exitCode = 1;
}
