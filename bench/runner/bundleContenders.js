import { rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { BENCH, BUNDLES } from './paths.js';
import { productionBuild } from './productionBuild.js';

/**
 * Builds every adapter with its library as an application would ship it. Without that, libraries would ask `process.env` in their hot
 * loops, which is slow in Node and absent in browsers. Shared code (React, RxJS) goes into shared chunks.
 */
export async function bundleContenders(names) {
  await rm(BUNDLES, { recursive: true, force: true });
  await build({
    ...productionBuild,
    entryPoints: names,
    outbase: BENCH,
    outdir: BUNDLES,
    splitting: true,
    sourcemap: 'linked',
    external: ['node:*'],
  });
}
