import { brotliCompressSync } from 'node:zlib';
import { contenders } from '../../contenders/catalogue.js';
import { BENCH } from '../../runner/paths.js';
import { productionBuild } from '../../runner/productionBuild.js';

/** What the smallest app that shows a list adds to a bundle that has React: minified by esbuild, then compressed by brotli. */
export function bundleScenario({ external, ...scenario }) {
  return {
    group: 'H',
    adapters: 'imports',
    contenders,
    async measureFile(contender) {
      // The runner lists the scenarios before the dependencies are installed.
      const { build } = await import('esbuild');
      const { outputFiles } = await build({
        ...productionBuild,
        entryPoints: [`${BENCH}imports/${contender}.js`],
        external,
        minify: true,
        write: false,
      });
      const [{ contents }] = outputFiles;
      return {
        unit: 'bytes',
        value: brotliCompressSync(contents).length,
        facts: { 'before compression': `${contents.length.toLocaleString('en')} B` },
      };
    },
    ...scenario,
  };
}
