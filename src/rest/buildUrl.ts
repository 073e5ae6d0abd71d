import { StreambedError } from '../shared/StreambedError.ts';
import { isGroup, type PathParam, type PathPart, type PathTemplate } from './parsePath.ts';
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
 * Fills a template and appends the values that it does not use as search parameters. Groups whose
 * parameters are all undefined or null are omitted. Throws `SB_PATH_PARAM_MISSING`,
 * `SB_PATH_PARAM_UNSAFE`, `SB_KEY_UNSUPPORTED`, naming the parameter, and `SB_URL_UNSAFE`.
 */
export function buildUrl(template: PathTemplate, values: Values, owner: UrlOwner): string {
  const { name, urlPrefix } = owner;
  const labelOf = (param: PathParam): string => `Endpoint "${name}": parameter "${param.name}"`;
  const valueOf = (param: PathParam): unknown => {
    if (isGiven(param, values)) return values[param.name];
    const given = Object.keys(values).join(', ') || 'nothing';
    const what = `of ${JSON.stringify(template.source)} is missing; given: ${given}`;
    return refuseValue(labelOf(param), what, 'SB_PATH_PARAM_MISSING');
  };
  let path = urlPrefix;
  // The text before the first value: it decides the origin.
  let fixed: string | undefined;
  const fill = (parts: readonly PathPart[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') {
        path += part;
      } else if (!isGroup(part)) {
        fixed ??= path;
        path += pathText(part, valueOf(part), labelOf(part));
      } else if (isFilled(part, values)) {
        fill(part);
      }
    }
  };
  fill(template.path);
  let search = '';
  for (const part of template.query) {
    search += typeof part === 'string' ? part : urlText(valueOf(part), labelOf(part));
  }
  const others = Object.entries(values).filter(
    ([param, value]) => value !== undefined && !template.names.has(param),
  );
  const further = owner.searchToString(Object.fromEntries(others));
  if (further) search += search ? `&${further}` : further;
  const url = search ? `${path}?${search}` : path;
  const flaw = flawOfUrl(url, fixed ?? path);
  if (flaw) throw new StreambedError('SB_URL_UNSAFE', `Endpoint "${name}": the URL ${flaw}.`);
  return url;
}

/** Whether one of the parameters of a group is given, or it has none. */
function isFilled(group: readonly PathPart[], values: Values): boolean {
  const params = paramsIn(group);
  return params.length === 0 || params.some((param) => isGiven(param, values));
}

function paramsIn(parts: readonly PathPart[]): PathParam[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return isGroup(part) ? paramsIn(part) : part;
  });
}

function isGiven({ name }: PathParam, values: Values): boolean {
  return Object.hasOwn(values, name) && values[name] != null;
}

/** A wildcard takes its segments as an array, or as text with slashes. */
function pathText({ isWildcard }: PathParam, value: unknown, label: string): string {
  if (!isWildcard) return urlText(value, label, true);
  const segments = Array.isArray(value) ? value : primitiveText(value, label).split('/');
  // Without segments the text is empty, which is refused.
  const given: unknown[] = segments.length > 0 ? segments : [''];
  return given.map((segment) => urlText(segment, label, true)).join('/');
}

/**
 * Says how values could change the meaning of a URL: its origin depends on a value; a relative URL
 * names a host or a scheme; or it has dot segments after its start, a fragment, a backslash or
 * control characters. `fixed` is the text before the first value.
 *
 * Does not use `URL`: React Native's is incomplete, and this runs for every key.
 */
function flawOfUrl(url: string, fixed: string): string | undefined {
  if (url.startsWith(' ') || hasControl(url)) return 'has white space or control characters';
  if (url.includes('\\')) return 'has a backslash';
  if (url.includes('#')) return 'has a fragment';
  if (fixed.includes('?')) return 'has its path behind a question mark';
  if (url.startsWith('//')) return 'names another host';
  const path = url.split('?', 1)[0];
  // A path may be relative to the page: ./data or ../data.
  const [start, scheme, host] = /^(?:([a-z][a-z0-9+.-]*:)(\/\/[^/]+)?|(?:\.{1,2}\/)*)/i.exec(path)!;
  if (scheme && !host) return 'has a scheme but no host';
  const isFixed = !scheme || fixed === path || fixed.startsWith(`${start}/`);
  if (!isFixed) return 'has an origin that depends on a value';
  const isDotted = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path.slice(start.length));
  return isDotted ? 'has a dot segment' : undefined;
}

/**
 * Whether a template with these parts can build `path` (without query). All alternatives advance
 * together, so the time is at most length of the path × length of the template.
 */
export function matchPath(parts: readonly PathPart[], path: string): boolean {
  return ends(parts, new Set([0]), path).has(path.length);
}

/** The positions where the parts may end if they begin at one of `starts`. */
function ends(parts: readonly PathPart[], starts: Set<number>, path: string): Set<number> {
  let current = starts;
  for (const part of parts) {
    // A group may be omitted.
    const next = new Set(isGroup(part) ? [...current, ...ends(part, current, path)] : []);
    if (typeof part === 'string') {
      for (const at of current) if (path.startsWith(part, at)) next.add(at + part.length);
    } else if (!isGroup(part)) {
      for (const at of current) {
        // Stops where another alternative has already continued.
        for (let end = at; end < path.length && !next.has(end + 1); end++) {
          if (path[end] === '/' && !part.isWildcard) break;
          next.add(end + 1);
        }
      }
    }
    current = next;
  }
  return current;
}
