import { DEVELOPMENT } from '../shared/development.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { hasControl } from './urlText.ts';

/** A parameter of a template. A wildcard takes several segments. */
export interface PathParam {
  readonly name: string;
  readonly isWildcard: boolean;
}

/**
 * One part of a parsed template: text, already encoded for a URL, a parameter, or the parts of a
 * group.
 */
export type PathPart = string | PathParam | readonly PathPart[];

/** A parsed path template, see {@link parsePath}. */
export interface PathTemplate {
  readonly source: string;
  /** The path part. */
  readonly path: readonly PathPart[];
  /** The parts after the question mark: text and parameters only; empty without one. */
  readonly query: readonly PathPart[];
  /** The names of all parameters. */
  readonly names: ReadonlySet<string>;
  /** The names of the parameters outside of groups. */
  readonly required: ReadonlySet<string>;
  /**
   * Start of the last segment with a parameter: the position of its slash in `source`, and the
   * number of open groups there.
   */
  readonly lastSegment: { readonly at: number; readonly depth: number } | undefined;
  /** Position of the question mark in `source`; without one, the length of `source`. */
  readonly queryAt: number;
}

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
    fail(
      queryAt,
      DEVELOPMENT && 'the query part is empty; an optional parameter is written {/:name}',
    );
  }
  return { source, path, query: parts(), names, required, lastSegment, queryAt };

  /** Reads up to the end, the brace that closes the group, or the question mark. */
  function parts(): PathPart[] {
    const found: PathPart[] = [];
    let text = '';
    while (at < source.length) {
      const letter = source[at];
      if (isPath && (letter === '}' || letter === '?')) {
        if (letter === '?' && depth > 0)
          fail(at, DEVELOPMENT && 'the query part cannot be in a group');
        if (letter === '}' && depth === 0) fail(at, DEVELOPMENT && 'this brace closes nothing');
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
    if (++depth > MAX_DEPTH)
      fail(start, DEVELOPMENT && `groups nest deeper than ${MAX_DEPTH} levels`);
    const found = parts();
    if (source[at++] !== '}') fail(start, DEVELOPMENT && 'this brace is not closed');
    depth--;
    return found;
  }

  function literal(): string {
    const start = at++;
    let letter = source[start];
    if (letter === '#')
      fail(start, DEVELOPMENT && 'a request has no fragment; write \\\\# for the character');
    if (letter === '\\')
      letter = source[at++] ?? fail(start, DEVELOPMENT && 'nothing follows the backslash');
    if (hasControl(letter)) fail(start, DEVELOPMENT && 'a URL cannot contain control characters');
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
      const quoted = DEVELOPMENT && source[at] === '"' && 'the quoted name is empty or not closed';
      const missing = DEVELOPMENT && 'a name must follow; escape the character if it is text';
      return fail(start, quoted || missing);
    }
    at = word.lastIndex;
    const [text, name = text] = found;
    if (name === text && source.charCodeAt(at) > 127) {
      fail(
        at,
        DEVELOPMENT && 'a name with letters other than A to Z must be quoted, as in :"name"',
      );
    }
    if (isPath && '(+*'.includes(source[at] || ' ')) {
      fail(
        at,
        DEVELOPMENT && 'a parameter takes no pattern and no repetition; escape a literal character',
      );
    }
    if (isPath) lastSegment = slash;
    names.add(name);
    if (depth === 0) required.add(name);
    return { name, isWildcard };
  }

  /** Production says only where: templates are parsed when they are declared. */
  function fail(position: number, why: string | false): never {
    const reason = why ? `: ${why}` : '';
    throw new StreambedError(
      'SB_PATH_INVALID',
      `Path template ${JSON.stringify(source)}, position ${position}${reason}.`,
    );
  }
}

const TEMPLATE = Symbol('template');

/**
 * The parsed path of an endpoint. The endpoint caches it; extensions with the same path inherit it.
 * Throws `SB_PATH_INVALID`.
 */
export function templateOf(endpoint: {
  readonly path: string;
  readonly [TEMPLATE]?: PathTemplate;
}): PathTemplate {
  const known = endpoint[TEMPLATE];
  if (known && known.source === endpoint.path) return known;
  const template = parsePath(endpoint.path);
  Object.defineProperty(endpoint, TEMPLATE, { value: template, configurable: true });
  return template;
}

/** Whether a part of a template is a group of parts. */
export function isGroup(part: PathPart): part is readonly PathPart[] {
  return Array.isArray(part);
}
