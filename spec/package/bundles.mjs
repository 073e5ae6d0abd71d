// Bundles an app and the built package as applications do, and checks the content of the bundles.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlers } from './bundlers.mjs';
import { compressed, listApp, root } from './sizesOf.mjs';

/** How many bytes after brotli the style of imports may add to a bundle. */
const TOLERANCE = 100;

/** Text that is only in the protection of redirects. */
const redirects = ['redirected more than'];
/**
 * Text that is only in development: warnings, the fix of an error, the function that freezes data.
 */
const development = [
  'streambed: ',
  'is named after its function',
  'overrides key but not testKey',
  'looks minified',
  'maps no schema to',
  'have one key',
  'is used as a schema',
  'is no field of the class',
  'share their data',
  'Give the class a name, or',
  'Object.isFrozen',
];

/** Conditions of servers whose bundlers have the condition `browser`, too. */
const servers = [['workerd', 'worker'], ['edge-light'], ['worker'], ['react-native']];

const scratch = mkdtempSync(join(tmpdir(), 'streambed-bundles-'));
let hasFailed = false;
try {
  const apps = writeApps(readFileSync(listApp.entryPoints[0], 'utf8'));
  for (const [title, bundle] of Object.entries(bundlers)) {
    console.log(title);
    const server = await bundle(apps.byName, { isServer: true });
    check('a server protects redirects', has(server, redirects));
    check('development has its warnings', has(server, development));
    const page = await bundle(apps.byName);
    check('a page leaves redirects to its browser', hasNot(page, redirects));
    check('production has no warnings', hasNot(page, development));
    for (const way of title === 'esbuild' ? ['byEntry'] : ['byEntry', 'byNamespace']) {
      const more = compressed(await bundle(apps[way])) - compressed(page);
      check(`schemas ${way}: ${more} B beside byName`, more <= TOLERANCE);
    }
  }
  console.log('esbuild for servers with the condition browser');
  for (const conditions of servers) {
    const worker = await bundlers.esbuild(apps.byName, { conditions });
    check(`${conditions.join(', ')} protects redirects`, has(worker, redirects));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (hasFailed) process.exitCode = 1;

/** Writes the list app, which imports its schema by name, and two variants of it beside an installed package. */
function writeApps(byName) {
  mkdirSync(join(scratch, 'node_modules'));
  symlinkSync(root, join(scratch, 'node_modules', 'streambed'));
  symlinkSync(join(root, 'node_modules', 'rxjs'), join(scratch, 'node_modules', 'rxjs'));
  const byNamespace = byName
    .replace('import { All, ', 'import { schema, ')
    .replace('new All(', 'new schema.All(');
  const byEntry = byNamespace.replace(
    'import { schema, ',
    "import * as schema from 'streambed/schema';\nimport { ",
  );
  assert.equal(new Set([byName, byNamespace, byEntry]).size, 3);
  return Object.fromEntries(
    Object.entries({ byName, byNamespace, byEntry }).map(([name, text]) => {
      const path = join(scratch, `${name}.js`);
      writeFileSync(path, text);
      return [name, path];
    }),
  );
}

function has(code, texts) {
  return texts.every((text) => code.includes(text));
}

function hasNot(code, texts) {
  return !texts.some((text) => code.includes(text));
}

function check(promise, holds) {
  hasFailed ||= !holds;
  console.log(`  ${holds ? 'ok' : 'FAILED'}  ${promise}`);
}
