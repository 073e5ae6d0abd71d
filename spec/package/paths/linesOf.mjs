import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceAt, sources } from './sourceAt.mjs';

const codeLines = new Map();

/**
 * How many lines of code the functions that ran have in each source file, without blank lines, comments, and inner functions that did not
 * run. `scripts` is the coverage of built files.
 */
export function linesOf(scripts) {
  const ran = new Map();
  for (const { url, functions } of scripts) {
    // Outer functions first: an inner one decides about its own lines.
    const byStart = functions
      .filter(({ functionName }) => !functionName.startsWith('<'))
      .map(({ ranges: [range] }) => range)
      .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const { startOffset, endOffset, count } of byStart) {
      const [start, end] = [sourceAt(url, startOffset), sourceAt(url, endOffset - 1)];
      if (!start || start.path !== end?.path) continue;
      if (!ran.has(start.path)) ran.set(start.path, new Set());
      const lines = ran.get(start.path);
      // The first and the last line of a function that did not run belong to the code around it, too.
      if (count > 0) for (let at = start.line; at <= end.line; at++) lines.add(at);
      else for (let at = start.line + 1; at < end.line; at++) lines.delete(at);
    }
  }
  const counted = [...ran].map(([path, lines]) => {
    const isCode = codeOf(path);
    return [path, [...lines].filter((line) => isCode[line]).length];
  });
  return new Map(counted);
}

/** Whether each line of a source file has code. */
function codeOf(path) {
  if (!codeLines.has(path)) {
    const lines = readFileSync(join(sources, path), 'utf8').split('\n');
    codeLines.set(
      path,
      lines.map((line) => !/^\s*($|\/\/|\/?\*)/.test(line)),
    );
  }
  return codeLines.get(path);
}
