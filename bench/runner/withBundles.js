import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { BENCH, CACHE } from './paths.js';
import { productionBuild, serverBuild } from './productionBuild.js';

/**
 * Builds adapters with their libraries as an application would ship them, for as long as `work` takes. Without that, libraries would ask
 * `process.env` in their hot loops, which is slow in Node and absent in browsers. Shared code (React, RxJS) goes into shared chunks.
 */
export async function withBundles(files, work) {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(CACHE);
  try {
    const isServer = (file) => file.startsWith('server/');
    const output = { outbase: BENCH, outdir: folder, splitting: true, sourcemap: 'linked' };
    await Promise.all([
      build({
        ...productionBuild,
        ...output,
        entryPoints: files.filter((file) => !isServer(file)),
      }),
      build({ ...serverBuild, ...output, entryPoints: files.filter(isServer) }),
    ]);
    return await work(`${folder}/`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
