// Part of the build: changes in the compiler's output that the compiler cannot make.
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

/** The replacement of each match; `path` is its file. */
const rewrites = [
  // The package has its own copy of the shim of `useSyncExternalStore`: as a dependency the shim would bring its peer React into programs
  // without React.
  [
    /(?<=['"])use-sync-external-store\/shim(?=['"])/g,
    (path) => relative(dirname(path), join(shim, 'shim', 'index.js')),
  ],
  // `imports` in package.json says what it is: nothing for browsers, this file elsewhere. Not with `require`: the folder of CommonJS has a
  // package.json of its own, and no bundler leaves out parts of CommonJS.
  [/(?<=from ['"])\.[./\w-]*\/safeRedirects\.js(?=['"])/g, () => '#redirects'],
  // esbuild learns the value of a constant of another file when it has decided which functions are used. It knows the second half of this
  // condition before. A browser without a bundler has no `process`; there the first half is false.
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
