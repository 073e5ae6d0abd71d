import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './readPages.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
};

it('docs/installation.md lists every entry of the package', () => {
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');
  const names = entries.map((entry) => entry.replace('.', manifest.name));
  const page = read('docs/installation.md');
  expect(names.filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
});

it('CONTRIBUTING.md lists every script', () => {
  const page = read('CONTRIBUTING.md');
  // npm runs the others by itself.
  const own = Object.keys(manifest.scripts).filter((script) => !script.startsWith('prepublish'));
  const isListed = (script: string): boolean =>
    page.includes(`\`npm ${script}`) || new RegExp(`\`npm run ${script}[\` ]`).test(page);
  expect(own.filter((script) => !isListed(script))).toEqual([]);
});
