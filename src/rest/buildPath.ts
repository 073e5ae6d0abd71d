import { StreambedError } from '../shared/StreambedError.ts';
import { isGroup, type PathParam, type PathPart, type PathTemplate } from './parsePath.ts';
import { primitiveText, queryText, type RefuseValue, segmentText } from './urlText.ts';

/** Values of the parameters by name. */
type PathValues = Readonly<Record<string, unknown>>;

/** A filled template. `fixed` is the text before the first value: it decides the origin. */
interface BuiltPath {
  readonly path: string;
  readonly query: string;
  readonly fixed: string;
}

/**
 * Fills a template. Groups whose parameters are all undefined or null are omitted. Throws
 * `SB_PATH_PARAM_MISSING`, `SB_PATH_PARAM_UNSAFE`, `SB_KEY_UNSUPPORTED`; the message names the
 * endpoint `owner` and the parameter.
 */
export function buildPath(template: PathTemplate, values: PathValues, owner: string): BuiltPath {
  let fixed: string | undefined;
  const path = fill(template.path, '', pathText);
  fixed ??= path;
  return { path, query: fill(template.query, '', queryText), fixed };

  /** Appends the filled parts to `start`. */
  function fill(parts: readonly PathPart[], start: string, textOf: typeof pathText): string {
    let text = start;
    for (const part of parts) {
      if (typeof part === 'string') {
        text += part;
      } else if (!isGroup(part)) {
        fixed ??= text;
        text += textOf(given(part.name), refusalOf(part.name), part);
      } else if (isIncluded(part)) {
        text = fill(part, text, textOf);
      }
    }
    return text;
  }

  /** A group is filled if one of its parameters is given, or if it has none. */
  function isIncluded(group: readonly PathPart[]): boolean {
    const names = namesIn(group);
    return names.length === 0 || names.some(isGiven);
  }

  function isGiven(name: string): boolean {
    return Object.hasOwn(values, name) && values[name] != null;
  }

  function given(name: string): unknown {
    if (isGiven(name)) return values[name];
    const all = Object.keys(values).join(', ') || 'nothing';
    return refusalOf(name)(
      'SB_PATH_PARAM_MISSING',
      `of ${JSON.stringify(template.source)} is missing; given: ${all}`,
    );
  }

  function refusalOf(name: string): RefuseValue {
    return (problem, what) => {
      throw new StreambedError(problem, `Endpoint "${owner}": parameter "${name}" ${what}.`);
    };
  }
}

function namesIn(parts: readonly PathPart[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return isGroup(part) ? namesIn(part) : part.name;
  });
}

/**
 * The text of a path parameter. A wildcard takes its segments as an array, or as text with slashes.
 */
function pathText(value: unknown, refuse: RefuseValue, { isWildcard }: PathParam): string {
  if (!isWildcard) return segmentText(value, refuse);
  const segments = Array.isArray(value) ? value : primitiveText(value, refuse).split('/');
  // Without segments the text is empty, which `segmentText` refuses.
  return segments.length > 0
    ? segments.map((segment: unknown) => segmentText(segment, refuse)).join('/')
    : segmentText('', refuse);
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
