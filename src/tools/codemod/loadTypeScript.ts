import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TypeScript } from './TypeScript.ts';

/** The TypeScript of the project, or a message that says why there is none to use. */
export function loadTypeScript(folders: readonly string[]): TypeScript | string {
  for (const folder of folders) {
    const load = createRequire(join(folder, 'package.json'));
    let found: unknown;
    try {
      found = load('typescript');
    } catch (error) {
      if (isMissing(error)) continue;
      found = undefined;
    }
    return isUsable(found)
      ? found
      : `The TypeScript of ${folder} (${versionFrom(load)}) has no compiler API that the codemod can use: install typescript 5.4 to 6, for the time of the migration.`;
  }
  return 'The codemod uses the TypeScript of your project, and found none: npm install --save-dev typescript@5';
}

function isMissing(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === 'MODULE_NOT_FOUND';
}

function versionFrom(load: NodeJS.Require): string {
  try {
    return `version ${(load('typescript/package.json') as { version: string }).version}`;
  } catch {
    return 'version unknown';
  }
}

function isUsable(found: unknown): found is TypeScript {
  const { createProgram, versionMajorMinor } = (found ?? {}) as Partial<TypeScript>;
  if (typeof createProgram !== 'function' || versionMajorMinor === undefined) return false;
  const [major, minor] = versionMajorMinor.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 4);
}
