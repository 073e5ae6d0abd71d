import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './readPages.ts';

/** The cells of a row, by column. */
type Row = ReadonlyMap<string, string>;

/** The rows of all tables of a page, by their first cell. */
export function tableRows(path: string): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  let columns: readonly string[] = [];
  for (const line of readFileSync(join(root, path), 'utf8').split('\n')) {
    const cells = line.split('|').slice(1, -1);
    if (cells.length === 0) columns = [];
    if (cells.length === 0 || /^[\s|:-]+$/.test(line)) continue;
    const texts = cells.map((cell) => cell.replaceAll(/\*\*|`/g, '').trim());
    if (columns.length === 0) columns = texts;
    else rows.set(texts[0], new Map(texts.map((text, at) => [columns[at], text])));
  }
  return rows;
}
