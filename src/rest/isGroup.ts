import type { PathPart } from './PathTemplate.ts';

/** Whether a part of a template is a group of parts. */
export function isGroup(part: PathPart): part is readonly PathPart[] {
  return Array.isArray(part);
}
