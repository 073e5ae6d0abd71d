import * as testingLibrary from '@testing-library/react';
import { collectTests } from './collectTests.ts';
import { namedModules, pagesIn, parsePage, readPages } from './readPages.ts';
import { runCodeAtOnce } from './runCode.ts';

const index = 'docs/how-to/index.md';
const paths = pagesIn('docs/how-to').filter((path) => path !== index);

/** A task is on one screen, its test on another one. */
const LONGEST_EXAMPLE = 60;
/** Lines of five screens of 1280 × 800 px. */
const LONGEST_PAGE = 150;

/**
 * Testing Library registers hooks when it is loaded, so a test cannot load it. The usual file of sql.js
 * fetches another one where there is a page.
 */
const loaded: Record<string, unknown> = {
  '@testing-library/react': testingLibrary,
  'sql.js': require('sql.js/dist/sql-wasm-inline.js'),
};

function importModule(name: string): unknown {
  const code = namedModules(index).get(name.replace('./', ''));
  if (code === undefined) return loaded[name] ?? require(name);
  loaded[name] ??= runModule(code);
  return loaded[name];
}

function runModule(code: string): unknown {
  const exports = {};
  runCodeAtOnce(code, { require: importModule, exports });
  return exports;
}

describe.each(paths)('%s', (path) => {
  const page = readPages().find((each) => each.path === path) ?? parsePage(path, '');

  it('has one example and one test, and fits five screens', () => {
    const lengths = page.examples.map(({ code }) => code.split('\n').length);
    expect(lengths).toHaveLength(2);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST_EXAMPLE);
    expect(page.text.split('\n').length).toBeLessThanOrEqual(LONGEST_PAGE);
  });

  it.each(collectTests(path, importModule, expect))('$title', async ({ run }) => {
    expect(await run()).toBeUndefined();
  });
});

it('docs/how-to/index.md lists every task', () => {
  const listed = readPages().find(({ path }) => path === index)?.text ?? '';
  expect(paths.filter((path) => !listed.includes(`(${path.split('/').pop()})`))).toEqual([]);
});
