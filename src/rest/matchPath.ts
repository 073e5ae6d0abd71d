import { isGroup } from './isGroup.ts';
import type { PathPart } from './PathTemplate.ts';

/**
 * Whether `path`, without query, is one that a template with these parts builds. All ways through the template are
 * followed at once, so the time is at most length of the path × length of the template, whatever they hold.
 */
export function matchPath(parts: readonly PathPart[], path: string): boolean {
  return ends(parts, new Set([0]), path).has(path.length);
}

/** Where in the path the parts may end that start at one of these positions. */
function ends(parts: readonly PathPart[], starts: Set<number>, path: string): Set<number> {
  let current = starts;
  for (const part of parts) {
    // A group may be left out.
    const next = new Set(isGroup(part) ? [...current, ...ends(part, current, path)] : []);
    if (typeof part === 'string') {
      for (const at of current) if (path.startsWith(part, at)) next.add(at + part.length);
    } else if (!isGroup(part)) {
      for (const at of current) {
        // From where another way has been, it went on.
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
