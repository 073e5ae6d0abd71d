import type { Delivery } from './CommitQueue.ts';

/** A delivery that notifies observers and changes no data. */
export function telling(subject: () => string, notify: () => void): Delivery {
  return { isCommit: false, subject, apply: nothing, notify, done: nothing };
}

function nothing(): void {}
