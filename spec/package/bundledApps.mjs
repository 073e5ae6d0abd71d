import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listApp, root } from './sizesOf.mjs';

/**
 * Writes the list app and variants of it into a folder, beside the installed package. Returns their
 * paths.
 */
export function writeApps(folder) {
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, path] of [
    ['streambed', root],
    ['rxjs', join(root, 'node_modules', 'rxjs')],
  ]) {
    symlinkSync(path, join(folder, 'node_modules', name));
  }
  const texts = variants(readFileSync(listApp.entryPoints[0], 'utf8'));
  assert.equal(new Set(Object.values(texts)).size, Object.keys(texts).length);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const path = join(folder, `${name}.js`);
      writeFileSync(path, text);
      return [name, path];
    }),
  );
}

/** Variants of the list app, which imports its schema by name. */
function variants(byName) {
  const byNamespace = byName
    .replace('import { All, ', 'import { schema, ')
    .replace('new All(', 'new schema.All(');
  const byEntry = byNamespace.replace(
    'import { schema, ',
    "import * as schema from 'streambed/schema';\nimport { ",
  );
  const withPlugins = (imports, plugins, component) =>
    `${imports}${byName}`
      .replace('createStore()', `createStore({ plugins: ${plugins} })`)
      .replace('h(List)))', `h(List)), ${component})`);
  return {
    byName,
    byNamespace,
    byEntry,
    withoutDevtools: withPlugins('', '[]', 'null'),
    withDevtools: withPlugins(
      `import { devtools, logger, reduxDevtools } from 'streambed/devtools';
      import { StreambedDevtools } from 'streambed/devtools/react';
      `,
      '[devtools(), logger(), reduxDevtools()]',
      'h(StreambedDevtools)',
    ),
    withDevtoolsInDevelopment: withPlugins(
      `import { devtools } from 'streambed/devtools';
      const Devtools =
        process.env.NODE_ENV === 'production'
          ? undefined
          : lazy(async () => {
              const { StreambedDevtools } = await import('streambed/devtools/react');
              return { default: StreambedDevtools };
            });
      `,
      "process.env.NODE_ENV === 'production' ? [] : [devtools()]",
      "process.env.NODE_ENV === 'production' ? null : h(Suspense, null, h(Devtools))",
    ).replace('createElement as h, ', 'createElement as h, lazy, '),
  };
}
