import { isGroup } from './isGroup.ts';
import type { PathPart } from './PathTemplate.ts';

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
