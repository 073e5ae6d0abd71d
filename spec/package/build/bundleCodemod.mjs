import { join } from 'node:path';
import { build } from 'esbuild';
import { dist, root } from './folders.mjs';

/** Writes the command of package.json that rewrites programs. It runs in Node and imports nothing of the library. */
export async function bundleCodemod() {
  await build({
    entryPoints: [join(root, 'src', 'tools', 'codemod', 'cli.ts')],
    outfile: join(dist, 'codemod', 'cli.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfigRaw: {},
    logLevel: 'warning',
  });
}
