import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';

const external = ['react', 'react-dom'];

const production = { mode: 'production', minify: true };
const development = { mode: 'development', minify: false };

/**
 * The bundlers of applications. Each returns the texts of the files that it makes of an app, its
 * entry first: for browsers as shipped, or, with `isServer`, for a server in development. esbuild
 * takes further `conditions`.
 */
export const bundlers = {
  esbuild: withEsbuild,
  Vite: withVite,
  Rollup: withRollup,
  webpack: withWebpack,
};

async function withEsbuild(app, { isServer = false, conditions = [] } = {}) {
  const { mode, minify } = isServer ? development : production;
  const { outputFiles } = await build({
    entryPoints: [app],
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify,
    format: 'esm',
    platform: isServer ? 'node' : 'browser',
    conditions,
    target: 'es2022',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    external,
    write: false,
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text);
}

async function withVite(app, { isServer = false } = {}) {
  const { mode, minify } = isServer ? development : production;
  const result = await viteBuild({
    root: dirname(app),
    configFile: false,
    logLevel: 'error',
    mode,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    ssr: { noExternal: true, external },
    build: {
      write: false,
      target: 'es2022',
      minify,
      modulePreload: false,
      ssr: isServer,
      rolldownOptions: { input: app, external, preserveEntrySignatures: 'strict' },
    },
  });
  const [{ output }] = [result].flat();
  return output.map(({ code }) => code);
}

async function withRollup(app, { isServer = false } = {}) {
  const { mode, minify } = isServer ? development : production;
  const replaced = {
    name: 'replaced',
    transform: (code) => code.replaceAll('process.env.NODE_ENV', JSON.stringify(mode)),
  };
  const bundle = await rollup({
    input: app,
    external,
    onwarn() {},
    plugins: [nodeResolve({ browser: !isServer }), replaced],
  });
  const { output } = await bundle.generate({ format: 'es' });
  const options = { minify, format: 'esm', target: 'es2022' };
  const files = await Promise.all(output.map(({ code }) => transform(code, options)));
  return files.map(({ code }) => code);
}

/** webpack writes files, the others return texts. */
const ENTRY = 'app.js';

async function withWebpack(app, { isServer = false } = {}) {
  const { mode, minify } = isServer ? development : production;
  const folder = mkdtempSync(join(tmpdir(), 'streambed-webpack-'));
  const compiler = webpack({
    mode,
    target: isServer ? 'node' : 'web',
    entry: app,
    externals: external,
    externalsType: 'module',
    experiments: { outputModule: true },
    output: { path: folder, filename: ENTRY, library: { type: 'module' } },
    optimization: { minimize: minify },
    devtool: false,
    performance: false,
  });
  try {
    await new Promise((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString()));
        else compiler.close(resolve);
      });
    });
    const others = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== ENTRY);
    return [ENTRY, ...others].map((name) => readFileSync(join(folder, name), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
