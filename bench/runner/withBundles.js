import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { BENCH, CACHE } from './paths.js';
import { productionBuild } from './productionBuild.js';

/**
 * Builds adapters with their libraries as an application would ship them, while `use` runs. Without that, libraries would ask
 * `process.env` in their hot loops, which is slow in Node and absent in browsers. Shared code (React, RxJS) goes into shared chunks.
 */
export async function withBundles(files, use) {
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
    return await use(`${folder}/`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
