/** Jobs that wait for the end of the delivery, by height. */
const jobs: (() => void)[][] = [];
let depth = 0;
let height = 0;

/**
 * Runs `tell`, which tells the subscribers of one commit, then what waited for it. Deliveries within it, of this store or another one, are part of it.
 */
export function inDelivery(tell: () => void): void {
  depth++;
  try {
    tell();
    if (depth === 1) runJobs();
  } finally {
    depth--;
    // What is left after an error has nobody to wait for.
    if (depth === 0) jobs.length = 0;
  }
}

/**
 * Runs `job` when all that is told at the moment was told to everybody, and before jobs of a greater height: so what has several inputs takes them
 * in once per commit, whatever their order, and never shows a mix of two commits. The height of what has inputs is above that of each of them.
 */
export function afterInputs(jobHeight: number, job: () => void): void {
  (jobs[jobHeight] ??= []).push(job);
  if (depth === 0) inDelivery(() => {});
}

function runJobs(): void {
  for (let at = nextHeight(); at >= 0; at = nextHeight()) {
    const job = jobs[at].shift()!;
    atHeight(at, job);
  }
}

/** The lowest height at which a job waits; -1 without any. */
function nextHeight(): number {
  return jobs.findIndex((waiting) => waiting !== undefined && waiting.length > 0);
}

/** Runs what emits from the given height. */
export function atHeight(own: number, emit: () => void): void {
  const outer = height;
  height = own;
  try {
    emit();
  } finally {
    height = outer;
  }
}

/** The height of what emits at the moment: 0 for stores and other sources. */
export function emittingHeight(): number {
  return height;
}
