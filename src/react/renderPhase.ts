import { soon } from '../shared/soon.ts';

/** Those who tell components to look again. */
interface Teller {
  tell(): void;
}

let depth = 0;
let waiting: Teller[] = [];

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

/** Tells components, after the running render if there is one. */
export function whenRendered(teller: Teller): void {
  if (depth === 0) {
    teller.tell();
    return;
  }
  if (waiting.length === 0) soon(tellWaiting);
  waiting.push(teller);
}

function tellWaiting(): void {
  const due = waiting;
  waiting = [];
  for (const teller of due) teller.tell();
}
