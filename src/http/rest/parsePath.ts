import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { hasControl } from './urlText.ts';

/** A parameter of a template. A wildcard takes several segments. */
export interface PathParam {
  readonly name: string;
  readonly isWildcard: boolean;
}

/**
 * A group of parts: the parts that follow it, up to the index `end`. It is omitted if all of its
 * parameters are.
 */
export interface PathGroup {
  readonly params: readonly string[];
  readonly end: number;
}

/** One part of a parsed template: text, already encoded for a URL, a parameter, or a group. */
export type PathPart = string | PathParam | PathGroup;

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

/** A parameter with its name, or ordinary text, or one more character with its backslash. */
const TOKEN = /([:*])(?:"([^"]+)"|([A-Za-z_$][\w$]*))|([\w/.-]+)|\\?[^]/y;

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
  /** The open groups, from the outside, with the positions of their braces. */
  const open: { readonly start: number; readonly group: { params: string[]; end: number } }[] = [];
  let parts: PathPart[] = path;
  /** The text at the end of the parts, if more text continues it. */
  let text = '';
  let slash = { at: 0, depth: 0 };
  let lastSegment: PathTemplate['lastSegment'];
  let queryAt = source.length;
  let at = 0;

  while (at < source.length) {
    const start = at;
    const isPath = parts === path;
    TOKEN.lastIndex = start;
    // The last alternative matches any character.
    const [token, sign, quoted, word, plain] = TOKEN.exec(source)!;
    at += token.length;
    if (sign === ':' || (sign && isPath)) {
      if (word && source.charCodeAt(at) > 127) fail(source, at, 'letter');
      if (isPath && '(+*'.includes(source[at] || ' ')) fail(source, at, 'pattern');
      if (isPath) lastSegment = slash;
      const name = word ?? quoted;
      parts.push({ name, isWildcard: sign === '*' });
      names.add(name);
      if (open.length === 0) required.add(name);
      for (const { group } of open) group.params.push(name);
    } else if (isPath && token === '{') {
      if (open.length === MAX_DEPTH) fail(source, start, 'deep');
      const group = { params: [], end: 0 };
      open.push({ start, group });
      parts.push(group);
    } else if (isPath && token === '}') {
      const { group } = open.pop() ?? fail(source, start, 'closed');
      group.end = parts.length;
    } else if (isPath && token === '?') {
      if (open.length > 0) fail(source, start, 'queryInGroup');
      if (at === source.length) fail(source, start, 'query');
      queryAt = start;
      parts = query;
    } else {
      // A name after `*` is text in the query.
      if (sign) at = start + 1;
      const slashAt = isPath ? token.lastIndexOf('/') : -1;
      if (slashAt >= 0)
        slash = { at: token[0] === '\\' ? start : start + slashAt, depth: open.length };
      const more = plain ?? literal(source, start, sign ?? token, isPath);
      if (text) parts.pop();
      parts.push((text += more));
      continue;
    }
    text = '';
  }
  const unclosed = open.pop();
  if (unclosed) fail(source, unclosed.start, 'open');
  return { source, path, query, names, required, lastSegment, queryAt };
}

/** The text of one character of a template, which may follow a backslash. */
function literal(source: string, start: number, token: string, isPath: boolean): string {
  const next = source.slice(start + 1, start + 3);
  if ((token === ':' && !/^(\/\/|\d)/.test(next)) || (token === '*' && isPath)) {
    fail(source, start, next[0] === '"' ? 'quote' : 'name');
  }
  if (token === '#') fail(source, start, 'fragment');
  if (token === '\\') fail(source, start, 'escape');
  const letter = token.slice(-1);
  if (hasControl(letter)) fail(source, start, 'control');
  // Unescaped, these characters would end the path; the template means them literally.
  const isEncoded = /[ #\\]/.test(letter) || (isPath && letter === '?');
  return isEncoded ? encodeURIComponent(letter) : letter;
}

function fail(source: string, position: number, reason: string): never {
  const why = DEVELOPMENT ? `: ${reasons[reason]}` : '';
  throw new StreambedError(
    'SB_PATH_INVALID',
    `Path template ${JSON.stringify(source)}, position ${position}${why}.`,
  );
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
  const { path, [TEMPLATE]: known } = endpoint;
  if (known?.source === path) return known;
  const template = parsePath(path);
  Object.defineProperty(endpoint, TEMPLATE, { value: template, configurable: true });
  return template;
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
