// Bundles apps and the built package as applications do, and checks the content of the bundles.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeApps } from './bundledApps.mjs';
import { bundlers } from './bundlers.mjs';
import { compressed } from './sizesOf.mjs';

/**
 * How many bytes, minified, the style of imports may add to a bundle. After brotli, equal code with
 * other letters for names differs by more.
 */
const TOLERANCE = 100;

/**
 * How many bytes, minified, `devtools()`, `logger()`, `reduxDevtools()` and `<StreambedDevtools />` may leave in a page
 * that has them in all builds.
 */
const RESIDUE = 250;

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

/** Text that is only in the panel of devtools and in what it shows. */
const panel = ['streambed-devtools', 'attachShadow', 'tablist'];

/** Conditions of servers whose bundlers have the condition `browser`, too. */
const servers = [['workerd', 'worker'], ['edge-light'], ['worker'], ['react-native']];

const scratch = mkdtempSync(join(tmpdir(), 'streambed-bundles-'));
let hasFailed = false;
try {
  const apps = writeApps(scratch);
  for (const [title, bundle] of Object.entries(bundlers)) {
    console.log(title);
    const server = (await bundle(apps.byName, { isServer: true })).join('');
    check('a server protects redirects', has(server, redirects));
    check('development has its warnings', has(server, development));
    const [page] = await bundle(apps.byName);
    // Minifiers differ in what they make of classes.
    console.log(
      `  the list app: ${inKilobytes(page.length)}, ${inKilobytes(compressed(page))} brotli`,
    );
    check('a page leaves redirects to its browser', hasNot(page, redirects));
    check('production has no warnings', hasNot(page, development));
    for (const way of title === 'esbuild' ? ['byEntry'] : ['byEntry', 'byNamespace']) {
      const [code] = await bundle(apps[way]);
      const more = code.length - page.length;
      check(`schemas ${way}: ${more} B beside byName`, more <= TOLERANCE);
    }
    const plain = await bundle(apps.withoutDevtools);
    const inDevelopment = await bundle(apps.withDevtoolsInDevelopment);
    check(
      'devtools in development only: 0 B more',
      isDeepStrictEqual(sizesOf(inDevelopment), sizesOf(plain)),
    );
    const everywhere = await bundle(apps.withDevtools);
    const residue = sizesOf(everywhere)[0] - sizesOf(plain)[0];
    check(`devtools in all builds: ${residue} B more`, residue <= RESIDUE);
    const isWithoutPanel = everywhere.length === plain.length && hasNot(everywhere.join(''), panel);
    check('devtools in all builds: no panel', isWithoutPanel);
    const forDevelopment = await bundle(apps.withDevtools, { isServer: true });
    check('development has the panel', has(forDevelopment.join(''), panel));
  }
  console.log('esbuild for servers with the condition browser');
  for (const conditions of servers) {
    const [worker] = await bundlers.esbuild(apps.byName, { conditions });
    check(`${conditions.join(', ')} protects redirects`, has(worker, redirects));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (hasFailed) process.exitCode = 1;

function has(code, texts) {
  return texts.every((text) => code.includes(text));
}

/** The bytes of each file of a bundle, minified. Letters of names differ between equal bundles. */
function sizesOf(files) {
  return files.map((code) => Buffer.byteLength(code));
}

function hasNot(code, texts) {
  return !texts.some((text) => code.includes(text));
}

function check(promise, holds) {
  hasFailed ||= !holds;
  console.log(`  ${holds ? 'ok' : 'FAILED'}  ${promise}`);
}

function inKilobytes(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
