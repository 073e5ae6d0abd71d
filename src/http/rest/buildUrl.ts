import { DEVELOPMENT } from '../../shared/development.ts';
import { tagOf } from '../../shared/tagOf.ts';
import type { PathGroup, PathParam, PathPart, PathTemplate } from './parsePath.ts';
import { hasControl, primitiveText, refuseValue, urlText } from './urlText.ts';

/** Values of parameters by name. */
type Values = Readonly<Record<string, unknown>>;

/** The part of an endpoint that makes its URLs. */
interface UrlOwner {
  readonly name: string;
  readonly urlPrefix: string;
  searchToString(params: Values): string;
}

/**
 * Fills a template with `params` and appends those that it does not use as search parameters.
 * Groups whose parameters are all undefined or null are omitted. Throws `SB_PATH_PARAM_MISSING`,
 * `SB_PATH_PARAM_UNSAFE`, `SB_KEY_UNSUPPORTED`, naming the parameter, and `SB_URL_UNSAFE`.
 */
export function buildUrl(template: PathTemplate, params: unknown, owner: UrlOwner): string {
  const values = (params ?? {}) as Values;
  const tag = params == null ? 'Object' : tagOf(params);
  // An object with another tag keeps its content elsewhere: a date, a map, FormData.
  if (tag !== 'Object') {
    refuseValue(owner, 'parameters', `must be an object, not a value of type ${tag}`);
  }
  const { path: parts, query, names } = template;
  let path = '';
  // The text before the first value: it decides the origin.
  let fixed: string | undefined;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (typeof part === 'string') {
      path += part;
    } else if ('end' in part) {
      if (!isFilled(part, values)) at = part.end - 1;
    } else {
      fixed ??= path;
      path += paramText(part, values, template, owner, true);
    }
  }
  const start = startOf(owner.urlPrefix, path);
  path = start + path;
  let search = '';
  for (let at = 0; at < query.length; at++) {
    const part = query[at];
    search += typeof part === 'string' ? part : paramText(part, values, template, owner, false);
  }
  const others: [name: string, value: unknown][] = [];
  const given = Object.keys(values);
  for (let at = 0; at < given.length; at++) {
    const value = values[given[at]];
    if (value !== undefined && !names.has(given[at])) others.push([given[at], value]);
  }
  // Names like `__proto__` are ordinary: `fromEntries` defines members, it does not assign them.
  const further = owner.searchToString(Object.fromEntries(others));
  if (further) search += search ? `&${further}` : further;
  const url = search ? `${path}?${search}` : path;
  // Most URLs are plain and have no flaw.
  if (/^(?:\/[\w-]+)+(?:\?[!"$-[\]-~]*)?$/.test(url) && !path.includes('?')) return url;
  const flaw = flawOfUrl(url, start + (fixed ?? path.slice(start.length)));
  if (flaw) refuseValue(owner, 'the URL', flaw, 'SB_URL_UNSAFE');
  return url;
}

/** The text before a path: the prefix, joined with one slash. A path that names a host stands alone. */
export function startOf(prefix: string, path: string): string {
  if (!prefix || !path) return prefix;
  if (/^([a-z][\w+.-]*:)?\/\//i.test(path)) return '';
  return prefix.replace(/\/+$/, '') + (path[0] === '/' ? '' : '/');
}

/** Whether a parameter of a group is given, or it has none. */
function isFilled({ params }: PathGroup, values: Values): boolean {
  return (
    params.length === 0 ||
    params.some((name) => Object.hasOwn(values, name) && values[name] != null)
  );
}

/** The text of a parameter, as a segment of the path or as a part of the query. */
function paramText(
  { name, isWildcard }: PathParam,
  values: Values,
  template: PathTemplate,
  owner: UrlOwner,
  isSegment: boolean,
): string {
  const label = `parameter "${name}"`;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value == null) {
    const given = Object.keys(values).join(', ') || 'nothing';
    const what = `of ${JSON.stringify(template.source)} is missing; given: ${given}`;
    refuseValue(owner, label, what, 'SB_PATH_PARAM_MISSING');
  }
  return isWildcard ? wildcardText(value, owner, label) : urlText(value, owner, label, isSegment);
}

/** A wildcard takes its segments as an array, or as text with slashes. */
function wildcardText(value: unknown, owner: UrlOwner, label: string): string {
  const segments = Array.isArray(value) ? value : primitiveText(value, owner, label).split('/');
  // Without segments the text is empty, which is refused.
  const given: unknown[] = segments.length > 0 ? segments : [''];
  return given.map((segment) => urlText(segment, owner, label, true)).join('/');
}

/**
 * Says how values could change the meaning of a URL: its origin depends on a value; a relative URL
 * names a host or a scheme; or it has dot segments after its start, a fragment, a backslash or
 * control characters. `fixed` is the text before the first value.
 *
 * Does not use `URL`: React Native's is incomplete, and this runs for every key.
 */
function flawOfUrl(url: string, fixed: string): string | undefined {
  const path = url.split('?', 1)[0];
  // A path may be relative to the page: ./data or ../data.
  const [start, scheme, host] = /^(?:([a-z][a-z0-9+.-]*:)(\/\/[^/]+)?|(?:\.{1,2}\/)*)/i.exec(path)!;
  const flaw = [
    url.startsWith(' ') || hasControl(url),
    url.includes('\\'),
    url.includes('#'),
    fixed.includes('?'),
    url.startsWith('//'),
    scheme && !host,
    scheme && fixed !== path && !fixed.startsWith(`${start}/`),
    /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path.slice(start.length)),
  ].findIndex(Boolean);
  return flaw < 0 ? undefined : (flaws[flaw] ?? 'is unsafe');
}

/** Production says only that there is a flaw. */
const flaws: readonly string[] = DEVELOPMENT
  ? [
      'has white space or control characters',
      'has a backslash',
      'has a fragment',
      'has its path behind a question mark',
      'names another host',
      'has a scheme but no host',
      'has an origin that depends on a value',
      'has a dot segment',
    ]
  : [];

/**
 * Whether a template with these parts can build `path` (without query). All alternatives advance
 * together, so the time is at most length of the path × length of the template.
 */
export function matchPath(parts: readonly PathPart[], path: string): boolean {
  return ends(parts, 0, parts.length, new Set([0]), path).has(path.length);
}

/** The positions where the parts `from` … `end` may end if they begin at one of `starts`. */
function ends(
  parts: readonly PathPart[],
  from: number,
  end: number,
  starts: Set<number>,
  path: string,
): Set<number> {
  let current = starts;
  for (let index = from; index < end; index++) {
    const part = parts[index];
    const next = new Set<number>();
    if (typeof part === 'string') {
      for (const at of current) if (path.startsWith(part, at)) next.add(at + part.length);
    } else if ('end' in part) {
      // A group may be omitted.
      for (const at of current) next.add(at);
      for (const at of ends(parts, index + 1, part.end, current, path)) next.add(at);
      index = part.end - 1;
    } else {
      for (const at of current) {
        // Stops where another alternative has already continued.
        for (let after = at; after < path.length && !next.has(after + 1); after++) {
          if (path[after] === '/' && !part.isWildcard) break;
          next.add(after + 1);
        }
      }
    }
    current = next;
  }
  return current;
}
