import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { checkImports, chunksOf, isPeer } from './chunks.mjs';
import { inputOf, paths, schemaStaysAnEntry } from './entries.mjs';
import { dist } from './folders.mjs';

/**
 * Writes the types of all entries beside their code in both formats. `chunks`: the code, whose exports are the values.
 */
export async function bundleTypes(chunks) {
  const input = inputOf('.d.ts');
  const bundle = await rollup({
    input,
    external: isPeer,
    plugins: [schemaStaysAnEntry, dts()],
    onwarn(warning, warn) {
      // Types that the exported ones are made of have no name outside of the package.
      const isExpected =
        warning.code === 'MODULE_LEVEL_DIRECTIVE' ||
        warning.message.includes('private shared type');
      if (!isExpected) warn(warning);
    },
  });
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: '[name].d.ts',
    manualChunks: chunksOf(input),
    paths,
    minifyInternalExports: false,
    hoistTransitiveImports: false,
  });
  await bundle.close();
  checkImports(output);
  const values = new Map(chunks.map(({ name, exports }) => [name, new Set(exports)]));
  for (const { fileName, name, code, isEntry } of output) {
    const text = isEntry ? markTypes(code, values.get(name)) : code;
    for (const folder of ['esm', 'cjs']) {
      mkdirSync(join(dist, folder), { recursive: true });
      writeFileSync(join(dist, folder, fileName), text);
    }
  }
  return output;
}

/** Rollup forgets `export type`, without which a class that is exported as a type looks like a value. */
function markTypes(code, values) {
  return code.replaceAll(/^export \{([^}]*)\}/gm, (_, list) => {
    const marked = list.split(',').map((specifier) => {
      const name = specifier.trim().split(' ').at(-1);
      return values.has(name) ? specifier : specifier.replace(/\S/, (first) => `type ${first}`);
    });
    return `export {${marked.join(',')}}`;
  });
}
