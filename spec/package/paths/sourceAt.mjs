import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const sources = fileURLToPath(new URL('../../../src', import.meta.url));
const finders = new Map();

/**
 * The source of a position in a file of the built package, by the source map that the build leaves beside the file: its path within `src`
 * and its line, from 0. `undefined` for code that is not ours.
 */
export function sourceAt(url, offset) {
  if (!finders.has(url)) finders.set(url, finderFor(fileURLToPath(url)));
  return finders.get(url)(offset);
}

function finderFor(file) {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  const starts = [0];
  for (const { index } of readFileSync(file, 'utf8').matchAll(/\n/g)) starts.push(index + 1);
  return (offset) => {
    const row = starts.findLastIndex((start) => start <= offset);
    const { originalSource, originalLine: line } = map.findEntry(row, offset - starts[row]);
    if (originalSource === undefined) return undefined;
    const path = relative(sources, resolve(dirname(file), originalSource));
    return path.startsWith('..') ? undefined : { path, line };
  };
}
