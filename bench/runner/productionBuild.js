import { asShipped } from './asShipped.js';
import { BENCH, SOURCES } from './paths.js';
import { resolveFromBench } from './resolveFromBench.js';

/**
 * esbuild's options for what an application ships: ES modules for browsers, `NODE_ENV` and the condition `production` settled (Apollo
 * Client asks for the latter), our library from its sources.
 */
export const productionBuild = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  conditions: ['production', 'module'],
  define: { 'process.env.NODE_ENV': '"production"' },
  absWorkingDir: BENCH,
  alias: {
    streambed: `${SOURCES}index.ts`,
    'streambed/react': `${SOURCES}react/index.ts`,
    'streambed/changes': `${SOURCES}features/changes/index.ts`,
    'streambed/offline': `${SOURCES}features/offline/index.ts`,
    'streambed/persist': `${SOURCES}features/persist/index.ts`,
    'streambed/tabs': `${SOURCES}features/tabs/index.ts`,
    'streambed/ssr': `${SOURCES}react/server/index.ts`,
    // data-client's builds make elements of a kind that React 19 refuses.
    '@babel/runtime/helpers/jsx': `${BENCH}apps/support/jsxHelper.js`,
  },
  plugins: [asShipped, resolveFromBench],
  tsconfigRaw: {},
  logLevel: 'error',
};

/** The same for servers: what they run comes from Node's modules too. */
export const serverBuild = {
  ...productionBuild,
  platform: 'node',
  mainFields: ['module', 'main'],
  conditions: ['production', 'module', 'node'],
  // CommonJS modules, as of React, ask for Node's by `require`.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};
