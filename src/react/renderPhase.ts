import { soon } from '../shared/soon.ts';

let depth = 0;
let waiting: (() => void)[] = [];

/**
 * Runs what a render needs at once and what may have others be told of changes, such as the subscription to a stream that has a value
 * already. Components must not be told while another one renders.
 */
export function inRender<R>(run: () => R): R {
  depth++;
  try {
    return run();
  } finally {
    depth--;
  }
}

/** Tells a component, after the running render if there is one. */
export function whenRendered(tell: () => void): void {
  if (depth === 0) {
    tell();
    return;
  }
  if (waiting.length === 0) soon(tellWaiting);
  waiting.push(tell);
}

function tellWaiting(): void {
  const due = waiting;
  waiting = [];
  for (const tell of due) tell();
}
