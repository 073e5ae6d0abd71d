import { join } from 'node:path';
import { build } from 'esbuild';
import { dist, root } from './folders.mjs';

/** Writes the command of package.json that rewrites programs, and returns the files in it. It runs in Node and imports nothing of the library. */
export async function bundleCodemod() {
  const { metafile } = await build({
    entryPoints: [join(root, 'src', 'tools', 'codemod', 'cli.ts')],
    outfile: join(dist, 'codemod', 'cli.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfigRaw: {},
    logLevel: 'warning',
    metafile: true,
    absWorkingDir: root,
  });
  return Object.keys(metafile.inputs).map((file) => join(root, file));
}
