import { SOURCES } from './paths.js';

/** esbuild's options for what an application ships: ES modules for browsers, `NODE_ENV` settled, our library from its sources. */
export const productionBuild = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { streambed: `${SOURCES}index.ts`, 'streambed/react': `${SOURCES}react/index.ts` },
  // Our sources are outside of `bench/`; their dependencies come from here all the same.
  nodePaths: [`${SOURCES}../bench/node_modules`],
  tsconfigRaw: {},
  logLevel: 'error',
};
