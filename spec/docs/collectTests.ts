import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePage, root } from './readPages.ts';
import { runCodeAtOnce } from './runCode.ts';

/** A test in a page of the docs. */
export interface PageTest {
  readonly title: string;
  readonly run: () => Promise<void> | void;
}

/** The tests in the code blocks of a page that do not run as a program. They are one module; `expect` is that of the test runner. */
export function collectTests(
  path: string,
  importModule: (name: string) => unknown,
  expect: unknown,
): PageTest[] {
  const { examples } = parsePage(path, readFileSync(join(root, path), 'utf8'));
  const tests: PageTest[] = [];
  const test = (title: string, run: PageTest['run']): void => void tests.push({ title, run });
  const code = examples
    .filter(({ kind }) => kind !== 'run')
    .map((example) => example.code)
    .join('\n');
  runCodeAtOnce(code, { require: importModule, exports: {}, test, expect });
  return tests;
}
