import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { BENCH, CACHE } from './paths.js';
import { productionBuild } from './productionBuild.js';

/**
 * Builds adapters with their libraries as an application would ship them, for as long as `work` takes. Without that, libraries would ask
 * `process.env` in their hot loops, which is slow in Node and absent in browsers. Shared code (React, RxJS) goes into shared chunks.
 */
export async function withBundles(files, work) {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(CACHE);
  try {
    await build({
      ...productionBuild,
      entryPoints: files,
      outbase: BENCH,
      outdir: folder,
      splitting: true,
      sourcemap: 'linked',
    });
    return await work(`${folder}/`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
