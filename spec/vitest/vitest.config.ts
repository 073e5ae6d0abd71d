import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The public names, as TypeScript finds them; the longest first, as a name also stands for its subpaths. */
const { compilerOptions } = JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8')) as {
  compilerOptions: { paths: Record<string, [string]> };
};
const alias = Object.entries(compilerOptions.paths)
  .sort(([one], [other]) => other.length - one.length)
  .map(([find, [file]]) => ({ find, replacement: file.replace('./', root) }));

export default defineConfig({
  root,
  resolve: { alias },
  test: {
    environment: 'jsdom',
    // Testing Library cleans up after each test if it finds `afterEach`.
    globals: true,
    include: ['spec/vitest/*.vitest.tsx'],
  },
});
