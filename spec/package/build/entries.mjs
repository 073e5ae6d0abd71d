import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules, root } from './folders.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));

/** The source file of an entry, relative to the root of the repository. */
export function sourceOf(specifier) {
  const [path] = compilerOptions.paths[specifier];
  return path;
}

/** The entries that package.json names: the specifier, and the name of the file in each format. */
export const entries = Object.entries(manifest.exports)
  .filter(([path]) => path !== './package.json')
  .map(([path, conditions]) => ({
    specifier: path.replace('.', manifest.name),
    name: nameIn(conditions.import.default),
  }));

function nameIn(file) {
  const [, name] = /^\.\/dist\/esm\/([\w-]+)\.js$/.exec(file) ?? [];
  if (name) return name;
  throw new Error(`package.json names ${file}; the build makes ./dist/esm/<name>.js.`);
}

/** The modules of the entries by name; `extension` is `.js` or `.d.ts`. */
export function inputOf(extension) {
  return Object.fromEntries(
    entries.map(({ name, specifier }) => [
      name,
      join(modules, sourceOf(specifier).replace('./src/', '').replace(/\.ts$/, extension)),
    ]),
  );
}

/** The entry for schemas, which the main entry exports as a namespace. */
const SCHEMA = 'streambed:schema';

/** For Rollup. If the bundler of an app sees two modules here, it leaves out the schemas that the app does not use. */
export const schemaStaysAnEntry = {
  name: 'schema stays an entry',
  resolveId(source, importer) {
    const isEntry = /^\.\/data\/schema\/index\.(?:js|ts)$/.test(source) && importer;
    return isEntry ? { id: SCHEMA, external: true } : undefined;
  },
};

/** The option `paths` of Rollup's output. */
export const paths = { [SCHEMA]: './schema.js' };
