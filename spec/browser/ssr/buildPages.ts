import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import type * as pages from './pages.tsx';

const source = (path: string): string => join(__dirname, '..', '..', '..', 'src', path);

/** Server and client of the pages, with one version of React. */
export async function buildPages(major: 18 | 19) {
  const suffix = major === 18 ? '-18' : '';
  const options: BuildOptions = {
    bundle: true,
    jsx: 'automatic',
    alias: {
      'streambed/react': source('react/index.ts'),
      'streambed/ssr': source('react/server/index.ts'),
      streambed: source('index.ts'),
      react: `react${suffix}`,
      'react-dom': `react-dom${suffix}`,
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'streambed-ssr-'));
  const server = join(folder, 'pages.cjs');
  await build({
    ...options,
    entryPoints: [join(__dirname, 'pages.tsx')],
    platform: 'node',
    format: 'cjs',
    outfile: server,
  });
  const { outputFiles } = await build({
    ...options,
    entryPoints: [join(__dirname, 'client.tsx')],
    platform: 'browser',
    format: 'esm',
    write: false,
  });
  writeFileSync(join(folder, 'package.json'), '{}');
  const built = require(server) as typeof pages;
  rmSync(folder, { recursive: true });
  return { client: outputFiles[0].text, ...built };
}
