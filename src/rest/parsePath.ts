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
  /** The part after the question mark; empty without one. */
  readonly query: readonly (string | PathParam)[];
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

/** Why a template is refused. Production says only where: templates are parsed when they are declared. */
const reasons: Readonly<Record<string, string>> = DEVELOPMENT
  ? {
      closed: 'this brace closes nothing',
      control: 'a URL cannot contain control characters',
      deep: `groups nest deeper than ${MAX_DEPTH} levels`,
      escape: 'nothing follows the backslash',
      fragment: 'a request has no fragment; write \\\\# for the character',
      letter: 'a name with letters other than A to Z must be quoted, as in :"name"',
      name: 'a name must follow; escape the character if it is text',
      open: 'this brace is not closed',
      pattern: 'a parameter takes no pattern and no repetition; escape a literal character',
      query: 'the query part is empty; an optional parameter is written {/:name}',
      queryInGroup: 'the query part cannot be in a group',
      quote: 'the quoted name is empty or not closed',
    }
  : {};

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
  const path: PathPart[] = [];
  const query: (string | PathParam)[] = [];
  /** The open groups, from the outside: the position of the brace, and the parts around it. */
  const open: { readonly start: number; readonly around: PathPart[] }[] = [];
  const word = /"([^"]+)"|[A-Za-z_$][\w$]*/y;
  let parts = path;
  let lastSegment: PathTemplate['lastSegment'];
  let slash = { at: 0, depth: 0 };
  let queryAt = source.length;
  let at = 0;

  while (at < source.length) {
    const start = at++;
    const letter = source[start];
    const isPath = parts !== query;
    if (letter === ':' ? !/^(\/\/|\d)/.test(source.slice(at, at + 2)) : isPath && letter === '*') {
      parts.push(parameter(start, isPath));
    } else if (isPath && letter === '{') {
      if (open.length === MAX_DEPTH) fail(start, 'deep');
      open.push({ start, around: parts });
      const group: PathPart[] = [];
      parts.push(group);
      parts = group;
    } else if (isPath && letter === '}') {
      parts = open.pop()?.around ?? fail(start, 'closed');
    } else if (isPath && letter === '?') {
      if (open.length > 0) fail(start, 'queryInGroup');
      if (at === source.length) fail(start, 'query');
      queryAt = start;
      parts = query;
    } else {
      addText(literal(start, isPath));
    }
  }
  const unclosed = open.pop();
  if (unclosed) fail(unclosed.start, 'open');
  return { source, path, query, names, required, lastSegment, queryAt };

  function addText(text: string): void {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else parts.push(text);
  }

  function literal(start: number, isPath: boolean): string {
    let letter = source[start];
    if (letter === '#') fail(start, 'fragment');
    if (letter === '\\') letter = source[at++] ?? fail(start, 'escape');
    if (hasControl(letter)) fail(start, 'control');
    if (isPath && letter === '/') slash = { at: start, depth: open.length };
    // Unescaped, these characters would end the path; the template means them literally.
    const isEncoded = /[ #\\]/.test(letter) || (isPath && letter === '?');
    return isEncoded ? encodeURIComponent(letter) : letter;
  }

  function parameter(start: number, isPath: boolean): PathParam {
    word.lastIndex = at;
    const found = word.exec(source);
    if (!found) return fail(start, source[at] === '"' ? 'quote' : 'name');
    at = word.lastIndex;
    const [text, name = text] = found;
    if (name === text && source.charCodeAt(at) > 127) fail(at, 'letter');
    if (isPath && '(+*'.includes(source[at] || ' ')) fail(at, 'pattern');
    if (isPath) lastSegment = slash;
    names.add(name);
    if (open.length === 0) required.add(name);
    return { name, isWildcard: source[start] === '*' };
  }

  function fail(position: number, reason: string): never {
    const why = DEVELOPMENT ? `: ${reasons[reason]}` : '';
    throw new StreambedError(
      'SB_PATH_INVALID',
      `Path template ${JSON.stringify(source)}, position ${position}${why}.`,
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

/**
 * The path of the list that contains an item: the template up to its last segment with a parameter,
 * plus the query part. `/users/:id` → `/users`, `/:id` → `/`. Throws `SB_PATH_INVALID` if no
 * segment has a parameter.
 */
export function shortenPath<P extends string>(source: P): ShortenedPath<P> {
  const { lastSegment, queryAt } = parsePath(source);
  if (!lastSegment) {
    throw new StreambedError(
      'SB_PATH_INVALID',
      `Path template ${JSON.stringify(source)}: a resource needs a parameter in its path, like /users/:id.`,
    );
  }
  let path = source.slice(0, lastSegment.at);
  for (let open = lastSegment.depth; open > 0; open--) {
    const isEmpty = path.endsWith('{') && !path.endsWith('\\{');
    path = isEmpty ? path.slice(0, -1) : `${path}}`;
  }
  // The cast holds: the type shortens the literal as the code shortens the text.
  return ((path || '/') + source.slice(queryAt)) as ShortenedPath<P>;
}

/**
 * The type of {@link shortenPath}: `ShortenedPath<'/users/:id'>` → `'/users'` · `ShortenedPath<'/:id'>` → `'/'` ·
 * `ShortenedPath<'/users{/:id}'>` → `'/users'` · `ShortenedPath<'/groups/:group/users/:id'>` → `'/groups/:group/users'`
 */
export type ShortenedPath<P extends string> = string extends P
  ? string
  : P extends `${infer Path}?${infer Query}`
    ? `${Cut<Path>}?${Query}`
    : Cut<P>;

/** `Done` are the segments before `P`, `Found` those before the last segment with a parameter. */
type Cut<
  P extends string,
  Done extends string = '',
  Found extends string = '',
> = P extends `${infer Segment}/${infer Rest}`
  ? Cut<Rest, `${Done}${Segment}/`, Segment extends WithParam ? Done : Found>
  : (P extends WithParam ? Done : Found) extends `${infer Before}/`
    ? Closed<Before>
    : '/';
type WithParam = `${string}:${string}` | `${string}*${string}`;

/** `Closed<'/users{'>` → `'/users'` · `Closed<''>` → `'/'` · `Closed<'/a{/:b'>` → `'/a{/:b}'`. */
type Closed<P extends string> = P extends `${infer Before}{`
  ? Closed<Before>
  : P extends ''
    ? '/'
    : `${P}${Braces<P, ''>}`;
type Braces<P extends string, Open extends string> = P extends `${infer C}${infer Rest}`
  ? Braces<
      Rest,
      C extends '{' ? `${Open}}` : [C, Open] extends ['}', `${infer Outer}}`] ? Outer : Open
    >
  : Open;
