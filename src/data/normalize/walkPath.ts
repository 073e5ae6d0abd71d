/** A part of the path to a value. Null: the value has the same path as its container. */
export type Segment = string | number | null;

/** Segments of a path that an error message shows, at its start and at its end. */
const SHOWN_START = 12;
const SHOWN_END = 4;

/** A path as text, for example `$.results[3].author`. */
export function pathText(segments: readonly Segment[]): string {
  const shown = segments
    .filter((segment) => segment !== null)
    .map((segment) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return /^[\w$]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
    });
  if (shown.length > SHOWN_START + SHOWN_END) {
    shown.splice(SHOWN_START, shown.length - SHOWN_START - SHOWN_END, ' … ');
  }
  return `$${shown.join('')}`;
}

/** Whether a value on a path contains itself. `values`: those of the segments from `start` on. */
export function isCycle(
  segments: readonly Segment[],
  values: readonly unknown[],
  start: number,
): boolean {
  const around = new Set<unknown>();
  for (let i = start; i < segments.length; i++) {
    // A schema around another one visits the same value without a step.
    if (segments[i] === null) continue;
    if (around.has(values[i])) return true;
    around.add(values[i]);
  }
  return false;
}
