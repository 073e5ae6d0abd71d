import { atEnd, atHeight, emittingHeight } from '../commits/delivery.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** The maximum height: cycles of inputs would raise it forever. */
const MAX_HEIGHT = 1_000;

/** More jobs than this in one delivery mean that subscribers change what they observe. */
const MAX_JOBS = 1_000_000;

/** The jobs of one height, which run at the end of the delivery. */
interface JobQueue {
  jobs: (() => void)[];
  /** Index of the next job. `shift()` would move all others in a long list. */
  next: number;
}

/** By height. */
let queues: (JobQueue | undefined)[] = [];

/**
 * Runs `job` after all subscribers of the running delivery were notified, and before jobs of a
 * greater height. So a stream with several inputs updates once per commit, in any order of its
 * inputs, and never mixes two commits. Its height is above those of its inputs.
 */
export function afterInputs(jobHeight: number, job: () => void): void {
  (queues[jobHeight] ??= { jobs: [], next: 0 }).jobs.push(job);
  atEnd(runJobs);
}

/** Runs all jobs, then throws the first error. */
function runJobs(): void {
  let failure: { readonly error: unknown } | undefined;
  let count = 0;
  for (let at = lowestHeight(); at >= 0; at = lowestHeight()) {
    const job = takeJob(queues[at]!);
    if (++count > MAX_JOBS) stopLoop();
    try {
      atHeight(at, job);
    } catch (error) {
      // An error must not prevent the other jobs.
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
}

function takeJob(at: JobQueue): () => void {
  const job = at.jobs[at.next++];
  if (at.next === at.jobs.length) {
    at.jobs = [];
    at.next = 0;
  }
  return job;
}

function stopLoop(): never {
  queues = [];
  throw new StreambedError(
    'SB_COMMIT_LOOP',
    'Derived streams do not stop emitting in one delivery.',
  );
}

/** The lowest height with a job; -1 if there is none. */
function lowestHeight(): number {
  return queues.findIndex(hasJobs);
}

function hasJobs(at: JobQueue | undefined): boolean {
  return at !== undefined && at.jobs.length > 0;
}

/** The height of a stream with an input that emits now, if its height was `own` so far. */
export function heightAbove(own: number): number {
  return Math.min(Math.max(own, emittingHeight() + 1), MAX_HEIGHT);
}
