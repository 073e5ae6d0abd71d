import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const { compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.json', root), 'utf8'));

/**
 * The entries of the package: the path of the source by the name that programs import.
 *
 * @type {ReadonlyMap<string, string>}
 */
export const entries = new Map(
  Object.entries(compilerOptions.paths).map(([name, [path]]) => [
    name,
    fileURLToPath(new URL(path, root)),
  ]),
);
