import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged, site, storybook } from './buildIfChanged.ts';

const root = join(__dirname, '..', '..');
const specs = join(root, 'spec', 'browser');

interface Run {
  readonly testPathPatterns: {
    toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean };
  };
}

/**
 * Builds the pages of the browser specs before they begin: several specs would begin the same
 * build. The site is built only for a run with specs that open it.
 */
export default async function buildPages({ testPathPatterns }: Run): Promise<void> {
  const chosen = testPathPatterns.toExecutor({ rootDir: root });
  const opensSite = readdirSync(specs, { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => join(specs, path))
    .some((path) => chosen.isMatch(path) && readFileSync(path, 'utf8').includes('siteBrowser'));
  await Promise.all((opensSite ? [storybook, site] : [storybook]).map(buildIfChanged));
}
