let depth = 0;
let height = 0;
let runJobs: (() => void) | undefined;

/** Notifies the subscribers of one commit. */
type Notification = (() => void) | { notify(): void };

/**
 * Runs a notification, then the jobs of {@link atEnd}. Nested deliveries, of this store or another
 * one, are part of it.
 */
export function inDelivery(notification: Notification): void {
  const outer = height;
  height = 0;
  depth++;
  try {
    if (typeof notification === 'function') notification();
    else notification.notify();
  } finally {
    height = outer;
    try {
      if (depth === 1) runJobs?.();
    } finally {
      depth--;
    }
  }
}

/**
 * Runs `jobs` at the end of the running delivery, or now. A feature that has jobs always gives the
 * same function: from then on it runs at the end of each delivery.
 */
export function atEnd(jobs: () => void): void {
  runJobs = jobs;
  if (depth === 0) inDelivery(() => {});
}

/** Runs a function that emits from the given height. */
export function atHeight(own: number, emit: () => void): void {
  const outer = height;
  height = own;
  try {
    emit();
  } finally {
    height = outer;
  }
}

/** The height of the stream that emits now: 0 for stores and other sources. */
export function emittingHeight(): number {
  return height;
}
