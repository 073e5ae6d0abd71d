import { StreambedError } from '../shared/StreambedError.ts';
import { hasControl } from './hasControl.ts';
import type { PathParam, PathPart, PathTemplate } from './PathTemplate.ts';

const MAX_DEPTH = 20;

/**
 * Parses a path template: `:name` (one segment or a part of one), `*name` (segments), `{…}` (a group,
 * omitted if its parameters are), `:"odd name"`, `\\` before a literal character, and after `?` the
 * query part, where only `:name` and `\\` are special. A colon before `//` or a digit is text. The
 * time grows linearly with the length of the template.
 *
 * Throws `SB_PATH_INVALID` with the position.
 */
export function parsePath(source: string): PathTemplate {
  const names = new Set<string>();
  const required = new Set<string>();
  const word = /"([^"]+)"|[A-Za-z_$][\w$]*/y;
  let lastSegment: PathTemplate['lastSegment'];
  let slash = { at: 0, depth: 0 };
  let depth = 0;
  let at = 0;
  let isPath = true;

  const path = parts();
  const queryAt = at;
  isPath = false;
  if (++at === source.length) {
    fail(queryAt, 'the query part is empty; an optional parameter is written {/:name}');
  }
  return { source, path, query: parts(), names, required, lastSegment, queryAt };

  /** Reads up to the end, the brace that closes the group, or the question mark. */
  function parts(): PathPart[] {
    const found: PathPart[] = [];
    let text = '';
    while (at < source.length) {
      const letter = source[at];
      if (isPath && (letter === '}' || letter === '?')) {
        if (letter === '?' && depth > 0) fail(at, 'the query part cannot be in a group');
        if (letter === '}' && depth === 0) fail(at, 'this brace closes nothing');
        break;
      }
      const isColon = letter === ':' && !/^(\/\/|\d)/.test(source.slice(at + 1, at + 3));
      if (isColon || (isPath && (letter === '*' || letter === '{'))) {
        if (text) found.push(text);
        text = '';
        found.push(letter === '{' ? group() : parameter(letter === '*'));
      } else {
        text += literal();
      }
    }
    if (text) found.push(text);
    return found;
  }

  function group(): PathPart[] {
    const start = at++;
    if (++depth > MAX_DEPTH) fail(start, `groups nest deeper than ${MAX_DEPTH} levels`);
    const found = parts();
    if (source[at++] !== '}') fail(start, 'this brace is not closed');
    depth--;
    return found;
  }

  function literal(): string {
    const start = at++;
    let letter = source[start];
    if (letter === '#') fail(start, 'a request has no fragment; write \\\\# for the character');
    if (letter === '\\') letter = source[at++] ?? fail(start, 'nothing follows the backslash');
    if (hasControl(letter)) fail(start, 'a URL cannot contain control characters');
    if (isPath && letter === '/') slash = { at: start, depth };
    // Unescaped, these characters would end the path; the template means them literally.
    return /[ ?#\\]/.test(letter) && (isPath || letter !== '?')
      ? encodeURIComponent(letter)
      : letter;
  }

  function parameter(isWildcard: boolean): PathParam {
    const start = at++;
    word.lastIndex = at;
    const found = word.exec(source);
    if (!found) {
      const isQuoted = source[at] === '"';
      return fail(
        start,
        isQuoted
          ? 'the quoted name is empty or not closed'
          : 'a name must follow; escape the character if it is text',
      );
    }
    at = word.lastIndex;
    const [text, name = text] = found;
    if (name === text && source.charCodeAt(at) > 127) {
      fail(at, 'a name with letters other than A to Z must be quoted, as in :"name"');
    }
    if (isPath && '(+*'.includes(source[at] || ' ')) {
      fail(at, 'a parameter takes no pattern and no repetition; escape a literal character');
    }
    if (isPath) lastSegment = slash;
    names.add(name);
    if (depth === 0) required.add(name);
    return { name, isWildcard };
  }

  function fail(position: number, why: string): never {
    throw new StreambedError(
      'SB_PATH_INVALID',
      `Path template ${JSON.stringify(source)}, position ${position}: ${why}.`,
    );
  }
}
