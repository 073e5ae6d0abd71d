import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { checkImports, chunksOf, isPeer } from './chunks.mjs';
import { inputOf, paths, schemaStaysAnEntry } from './entries.mjs';
import { dist, modules, root } from './folders.mjs';
import { shimAsModule } from './shim.mjs';
import { withoutEmptyFields } from './withoutEmptyFields.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Both files of `#redirects` in package.json. */
const redirects = Object.fromEntries(
  ['safeRedirects', 'browserRedirects'].map((name) => [
    name,
    join(modules, 'data', 'endpoint', `${name}.js`),
  ]),
);

/**
 * Writes the code of all entries, as ES modules and as CommonJS. Returns the chunks of the ES modules. Source maps are beside the code for
 * the checks of this project; they are not packed, and the code has no link to them.
 */
export async function bundleCode() {
  const entries = inputOf('.js');
  const bundle = await rollup({
    input: { ...entries, ...redirects },
    plugins: [
      importCondition,
      schemaStaysAnEntry,
      peersStayOutside,
      preactInside,
      shimAsModule,
      compiledModules,
      withoutEmptyFields,
      developmentCode,
    ],
    onwarn(warning, warn) {
      // The banner below puts the directives back.
      if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
    },
  });
  const options = {
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    manualChunks: chunksOf(entries),
    banner: ({ facadeModuleId }) => (isForClients(facadeModuleId) ? "'use client';" : ''),
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    generatedCode: 'es2015',
    minifyInternalExports: false,
    hoistTransitiveImports: false,
    externalLiveBindings: false,
    exports: 'named',
    // No source has a default import, so a required module is its own namespace.
    interop: 'esModule',
    esModule: true,
  };
  const { output } = await bundle.write({
    ...options,
    dir: join(dist, 'esm'),
    format: 'es',
    paths,
    plugins: [namesCopy('ES module')],
  });
  await bundle.write({
    ...options,
    dir: join(dist, 'cjs'),
    format: 'cjs',
    // The folder has a package.json of its own, and no bundler leaves out parts of CommonJS.
    paths: { ...paths, [CONDITION]: './safeRedirects.js' },
    plugins: [withoutBrowserRedirects, namesCopy('CommonJS')],
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  checkImports(chunks);
  return chunks;
}

/** Rollup drops `'use client'`, with which servers of React decide where a module runs. */
function isForClients(path) {
  return Boolean(path) && readFileSync(path, 'utf8').startsWith("'use client'");
}

/** `imports` in package.json says what it is: nothing for browsers, code elsewhere. */
const CONDITION = '#redirects';

const importCondition = {
  name: 'import condition',
  resolveId(source, importer) {
    const isCondition = source.endsWith('/safeRedirects.js') && importer;
    return isCondition ? { id: CONDITION, external: true, moduleSideEffects: false } : undefined;
  },
};

const withoutBrowserRedirects = {
  name: 'without browserRedirects',
  generateBundle(_options, files) {
    for (const name of Object.keys(files)) {
      if (name.startsWith('browserRedirects.')) delete files[name];
    }
  },
};

/** Errors about two copies of the package name both. */
const namesCopy = (format) => ({
  name: 'names copy',
  renderChunk: (code) => ({
    code: code.replace('streambed (source)', `streambed ${version} (${format})`),
    map: null,
  }),
});

const peersStayOutside = {
  name: 'peers stay outside',
  resolveId(source) {
    return isPeer(source) ? { id: source, external: true, moduleSideEffects: false } : undefined;
  },
};

/** The panel of devtools has Preact in its own file. */
const preactInside = {
  name: 'preact inside',
  resolveId(source) {
    const isPreact = /^preact(?:\/|$)/.test(source);
    return isPreact ? fileURLToPath(import.meta.resolve(source)) : undefined;
  },
};

/** Reads the compiler's output with its source maps. */
const compiledModules = {
  name: 'compiled modules',
  load(id) {
    if (!id.startsWith(modules)) return undefined;
    return { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) };
  },
};

/**
 * esbuild learns the value of a constant of another file when it has decided which functions are used. It knows the second half of this
 * condition before. A browser without a bundler has no `process`; there the first half is false.
 */
const developmentCode = {
  name: 'development code',
  transform(code) {
    const condition = "(DEVELOPMENT && process.env.NODE_ENV !== 'production')";
    // Lines stay where they are.
    return { code: code.replace(/\bDEVELOPMENT\b(?! [=}])/g, condition), map: null };
  },
};
