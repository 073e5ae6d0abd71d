// Part of the build. The package has its own copy of the shim of `useSyncExternalStore`: as a dependency the shim would bring its peer React
// into programs without React.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = join(root, 'dist');
const copy = join(dist, 'cjs', 'use-sync-external-store');
const files = [
  'LICENSE',
  'shim/index.js',
  'cjs/use-sync-external-store-shim.development.js',
  'cjs/use-sync-external-store-shim.production.js',
];
const imported = /(?<=['"])use-sync-external-store\/shim(?=['"])/g;

for (const file of files) {
  cpSync(join(root, 'node_modules', 'use-sync-external-store', file), join(copy, file));
}
for (const file of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.js'))) {
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  const own = text.replace(imported, relative(dirname(path), join(copy, 'shim', 'index.js')));
  if (own !== text) writeFileSync(path, own);
}
