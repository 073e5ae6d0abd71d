import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** The sources of the entry points of the package. */
export function entryPoints(): string[] {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, readonly [string]> };
  };
  return Object.values(compilerOptions.paths).map(([path]) => join(root, path));
}
