import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './readPages.ts';

type Row = ReadonlyMap<string, string>;

/** The rows of all tables of a page by their first cell, each with its cells by column. */
function rowsOf(path: string): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  let columns: readonly string[] = [];
  for (const line of readFileSync(join(root, path), 'utf8').split('\n')) {
    const cells = line.split('|').slice(1, -1);
    if (cells.length === 0) columns = [];
    if (cells.length === 0 || /^[\s|:-]+$/.test(line)) continue;
    const texts = cells.map((cell) => cell.replaceAll('**', '').trim());
    if (columns.length === 0) columns = texts;
    else rows.set(texts[0], new Map(texts.map((text, at) => [columns[at], text])));
  }
  return rows;
}

it('README.md compares with the numbers of docs/performance.md', () => {
  const measured = rowsOf('docs/performance.md');
  const compared = [...rowsOf('README.md')].filter(([, cells]) => cells.has('Streambed'));
  const numbers = compared.filter(([, cells]) => /\d/.test(cells.get('Streambed')!));
  expect(numbers.length).toBeGreaterThan(0);
  for (const [what, cells] of numbers) {
    const names = [...cells.keys()].filter((name) => name !== '');
    const expected = names.map((name) => [what, name, measured.get(what)?.get(name)]);
    expect(names.map((name) => [what, name, cells.get(name)])).toEqual(expected);
  }
});
