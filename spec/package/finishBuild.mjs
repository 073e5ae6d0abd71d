// Part of the build: does to the output of the compiler what the compiler cannot.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = join(root, 'dist');
const shim = join(dist, 'cjs', 'use-sync-external-store');
const shimFiles = [
  'LICENSE',
  'shim/index.js',
  'cjs/use-sync-external-store-shim.development.js',
  'cjs/use-sync-external-store-shim.production.js',
];

/** What stands in place of each match; `path` is the file it stands in. */
const rewrites = [
  // The package has its own copy of the shim of `useSyncExternalStore`: as a dependency the shim would bring its peer React into programs
  // without React.
  [
    /(?<=['"])use-sync-external-store\/shim(?=['"])/g,
    (path) => relative(dirname(path), join(shim, 'shim', 'index.js')),
  ],
  // Browsers do without it; see `imports` in package.json.
  [/(?<=['"])\.[./\w-]*\/safeRedirects\.js(?=['"])/g, () => '#redirects'],
  // esbuild puts in the value of a constant of another file when it prints, which is too late to leave out the functions that only development
  // calls. It sees the second half of this at once. The first half is for browsers without a bundler, which have no `process`.
  [
    /(?:\w+\.)?\bDEVELOPMENT\b(?! [=}])/g,
    (path, constant) => `(${constant} && process.env.NODE_ENV !== 'production')`,
  ],
];

for (const file of shimFiles) {
  cpSync(join(root, 'node_modules', 'use-sync-external-store', file), join(shim, file));
}
for (const file of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.js'))) {
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  const finished = rewrites.reduce(
    (rest, [from, to]) => rest.replace(from, (match) => to(path, match)),
    text,
  );
  if (finished !== text) writeFileSync(path, finished);
}

// The nearest package.json says what `.js` is and what `#` means.
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const ownImports = JSON.parse(JSON.stringify(imports).replaceAll('./dist/esm/', './'));
const manifest = { type: 'commonjs', sideEffects: false, imports: ownImports };
writeFileSync(join(dist, 'cjs', 'package.json'), JSON.stringify(manifest, null, 2));
