import type { Step } from './compileSteps.ts';

/**
 * Whether `path`, without query, is one that a template with these steps builds. All ways through the template are
 * followed at once, so the time is at most length of the path × length of the template, whatever they hold.
 */
export function matchPath(steps: readonly Step[], path: string): boolean {
  let current = new Set<number>();
  enter(steps, 0, current);
  for (const letter of path) {
    const next = new Set<number>();
    for (const at of current) {
      const step = steps[at];
      if (step?.type === 'letter' && step.letter === letter) enter(steps, at + 1, next);
      if (step?.type === 'some' && (step.slashes || letter !== '/')) {
        next.add(at);
        enter(steps, at + 1, next);
      }
    }
    if (next.size === 0) return false;
    current = next;
  }
  return current.has(steps.length);
}

/** Adds a step and all that can be reached from it without reading. */
function enter(steps: readonly Step[], at: number, into: Set<number>): void {
  if (into.has(at)) return;
  into.add(at);
  const step = steps[at];
  if (step?.type !== 'skip') return;
  enter(steps, at + 1, into);
  enter(steps, step.to, into);
}
