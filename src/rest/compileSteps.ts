import type { PathPart } from './PathTemplate.ts';

/** One step of the matcher: a character, one or more characters (slashes or not), or a way around a group. */
export type Step =
  | { readonly type: 'letter'; readonly letter: string }
  | { readonly type: 'some'; readonly slashes: boolean }
  | { readonly type: 'skip'; readonly to: number };

/** The steps that {@link matchPath} follows for the path part of a template. */
export function compileSteps(parts: readonly PathPart[], steps: Step[] = []): readonly Step[] {
  for (const part of parts) {
    if (part.type === 'text') {
      for (const letter of part.text) steps.push({ type: 'letter', letter });
    } else if (part.type === 'group') {
      const skip = { type: 'skip' as const, to: 0 };
      steps.push(skip);
      compileSteps(part.parts, steps);
      skip.to = steps.length;
    } else {
      steps.push({ type: 'some', slashes: part.type === 'wildcard' });
    }
  }
  return steps;
}
