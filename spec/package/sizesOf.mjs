import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The app that the benchmarks compare with the apps of other libraries (H1, H2). */
export const listApp = { entryPoints: [join(root, 'bench/imports/streambed.js')] };

/**
 * Bytes of a bundle of the built package as an application ships it: minified, after brotli, and
 * minified per file.
 */
export async function sizesOf({ external = [], ...entry }) {
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
    alias: {
      streambed: join(root, 'dist/esm/index.js'),
      ...Object.fromEntries(
        ['changes', 'graphql', 'live', 'react', 'schema', 'ssr'].map((folder) => [
          `streambed/${folder}`,
          join(root, `dist/esm/${folder}/index.js`),
        ]),
      ),
    },
    external: ['react', 'react-dom', ...external],
    tsconfigRaw: {},
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const [{ contents }] = outputFiles;
  const [{ inputs }] = Object.values(metafile.outputs);
  return {
    minified: contents.length,
    brotli: compressed(contents),
    sources: Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]),
  };
}

/** The size of a text or of bytes after brotli. */
export function compressed(contents) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  };
  return brotliCompressSync(contents, { params }).length;
}
