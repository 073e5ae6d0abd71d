import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../../src', import.meta.url));
const finders = new Map();

/**
 * The path within `src` of the source of a position in a file of the built package, by the source map that the build leaves beside the
 * file; `undefined` for code that is not ours.
 */
export function sourceFileAt(url, offset) {
  if (!finders.has(url)) finders.set(url, finderFor(fileURLToPath(url)));
  return finders.get(url)(offset);
}

function finderFor(file) {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  const starts = [0];
  for (const { index } of readFileSync(file, 'utf8').matchAll(/\n/g)) starts.push(index + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    const { originalSource } = map.findEntry(line, offset - starts[line]);
    const path = relative(sources, resolve(dirname(file), originalSource));
    return path.startsWith('..') ? undefined : path;
  };
}
