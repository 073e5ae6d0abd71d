// Compiles a spec with the React Compiler. A spec that it cannot compile fails.
const { createHash } = require('node:crypto');
const { transformSync: transformByBabel } = require('@babel/core');
const reactCompiler = require('babel-plugin-react-compiler');
const { transformSync: transformByEsbuild } = require('esbuild');

module.exports = {
  getCacheKey: (source, path) =>
    createHash('sha1').update(`compiler 1 ${path}\n${source}`).digest('hex'),
  process(source, path) {
    const { code } = transformByBabel(source, {
      filename: path,
      babelrc: false,
      configFile: false,
      sourceMaps: 'inline',
      parserOpts: { plugins: ['typescript', 'jsx'] },
      plugins: [[reactCompiler, { panicThreshold: 'all_errors' }]],
    });
    return transformByEsbuild(code, {
      format: 'cjs',
      jsx: 'automatic',
      loader: 'tsx',
      target: 'node20',
      sourcefile: path,
      sourcemap: 'inline',
    });
  },
};
