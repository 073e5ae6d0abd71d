// For packages that ship ES modules only: Jest on Node 20 needs CommonJS.
const { createHash } = require('node:crypto');
const { transformSync } = require('esbuild');

module.exports = {
  getCacheKey: (source, path) =>
    createHash('sha1').update(`esm 1 ${path}\n${source}`).digest('hex'),
  process: (source, path) =>
    transformSync(source, {
      format: 'cjs',
      loader: 'jsx',
      target: 'node20',
      sourcefile: path,
      sourcemap: 'inline',
      supported: { 'dynamic-import': false },
    }),
};
