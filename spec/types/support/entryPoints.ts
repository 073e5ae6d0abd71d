import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** The sources of the entry points that `package.json` names. */
export function entryPoints(): string[] {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const names = new Set(
    [...manifest.matchAll(/dist\/esm\/([\w-]+)\.d\.ts/g)].map(([, name]) => name),
  );
  return [...names].map((name) => join(root, 'src', name === 'index' ? '' : name, 'index.ts'));
}
