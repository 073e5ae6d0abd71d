import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { asShipped } from '../../bench/runner/asShipped.js';
import { sourceOf } from './build/entries.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The app that the benchmarks compare with the apps of other libraries (H1, H2). */
export const listApp = { entryPoints: [join(root, 'bench/imports/streambed.js')] };

const names = [
  'changes',
  'graphql',
  'live',
  'offline',
  'pages',
  'persist',
  'react',
  'schema',
  'ssr',
  'tabs',
];

/** Where the entries are: in the built package, or in its sources. */
const fromPackage = { alias: aliasOf((name) => `dist/esm/${name || 'index'}.js`) };
const fromSources = {
  alias: aliasOf((name) => sourceOf(name ? `streambed/${name}` : 'streambed')),
};

/** Bytes of a bundle of the built package as an application ships it: minified, and after brotli. */
export async function sizesOf(entry) {
  const { contents } = await bundle({ ...entry, ...fromPackage });
  return { minified: contents.length, brotli: compressed(contents) };
}

/**
 * The same for a bundle of the sources, whose files a `plugin` may replace, and the bytes of each file, minified. All of them together can
 * differ a little from a bundle of the package, because names get other letters.
 */
export async function sizesOfSources({ plugins = [], ...entry }) {
  const { contents, inputs } = await bundle({
    ...entry,
    ...fromSources,
    plugins: [...plugins, asShipped],
  });
  return {
    minified: contents.length,
    brotli: compressed(contents),
    sources: Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]),
  };
}

async function bundle({ external = [], ...entry }) {
  const { outputFiles, metafile } = await build({
    ...entry,
    absWorkingDir: root,
    bundle: true,
    minify: true,
    treeShaking: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['react', 'react-dom', ...external],
    tsconfigRaw: {},
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  return { contents: outputFiles[0].contents, inputs };
}

function aliasOf(fileOf) {
  const aliases = names.map((name) => [`streambed/${name}`, join(root, fileOf(name))]);
  return { streambed: join(root, fileOf('')), ...Object.fromEntries(aliases) };
}

/** The size of a text or of bytes after brotli. */
export function compressed(contents) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  };
  return brotliCompressSync(contents, { params }).length;
}
