import { runInMicrotask } from '../shared/runInMicrotask.ts';

/** Notifies components of a change. */
interface Notifier {
  notify(): void;
}

let depth = 0;
let waiting: Notifier[] = [];

/**
 * Runs a side effect that a render needs at once, such as a subscription to a stream that emits
 * synchronously. React forbids updates of components while another one renders, so their
 * notification is delayed.
 */
export function inRender<R>(run: () => R): R {
  depth++;
  try {
    return run();
  } finally {
    depth--;
  }
}

/** Notifies components, after the present render if there is one. */
export function whenRendered(notifier: Notifier): void {
  if (depth === 0) {
    notifier.notify();
    return;
  }
  if (waiting.length === 0) runInMicrotask(notifyWaiting);
  waiting.push(notifier);
}

function notifyWaiting(): void {
  const due = waiting;
  waiting = [];
  for (const notifier of due) notifier.notify();
}
