import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './readPages.ts';
import { tableRows } from './tableRows.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const rows = tableRows('docs/compatibility.md');

/** The versions in a text, such as 17.0.2. */
function versionsIn(text: string): string[] {
  return [...text.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([version]) => version).sort();
}

function installed(...names: readonly string[]): string[] {
  return names.flatMap((name) => versionsIn(manifest.devDependencies[name]));
}

/** The versions in the declaration of a constant of a script. */
function declared(path: string, name: string): string[] {
  const [, value = ''] = new RegExp(`const ${name} = ([^;]*);`).exec(read(path)) ?? [];
  return versionsIn(value);
}

const installs = 'spec/package/installs.mjs';
it.each([
  ['React', installed('react-17', 'react-18', 'react')],
  ['RxJS', [...declared(installs, 'oldestRxjs'), ...installed('rxjs')]],
  ['TypeScript', declared('spec/package/check.mjs', 'compilers')],
  ['npm', declared(installs, 'npms')],
  ['pnpm, Yarn', declared(installs, 'others')],
  ['bundlers', installed('esbuild', 'vite', 'rollup', 'webpack')],
])('docs/compatibility.md names the versions of %s that run', (name, versions) => {
  expect(versions.length).toBeGreaterThan(0);
  expect(versionsIn(rows.get(name)?.get('what runs') ?? '')).toEqual([...versions].sort());
});

it('docs/compatibility.md has a promise for every entry', () => {
  const promised = [...rows]
    .filter(([, cells]) => cells.has('promise'))
    .flatMap(([names]) => names.split(', '));
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');
  const names = entries.map((entry) => (entry === '.' ? manifest.name : entry.slice(1)));
  expect(names.filter((name) => !promised.includes(name))).toEqual([]);
});

it('package.json has the addresses of spec/package/site.json, and none that is empty there', () => {
  const site = JSON.parse(read('spec/package/site.json')) as Record<string, string>;
  const wanted = Object.entries(site).map(([name, url]) => [name, url === '' ? undefined : url]);
  const written = new Map<string, unknown>(Object.entries(manifest));
  expect(Object.keys(site).map((name) => [name, written.get(name)])).toEqual(wanted);
});
