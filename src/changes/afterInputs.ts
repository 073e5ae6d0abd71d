import { atEnd, atHeight, emittingHeight } from '../commits/delivery.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** The maximum height: cycles of inputs would raise it forever. */
const MAX_HEIGHT = 1_000;

/** More jobs than this in one delivery mean that subscribers change what they observe. */
const MAX_JOBS = 1_000_000;

/** The waiting jobs by height, in the order in which they were added. */
let queues: (Set<() => void> | undefined)[] = [];

/**
 * Runs `job` after all subscribers of the running delivery were notified, and before jobs of a
 * greater height. So a stream with several inputs updates once per commit, in any order of its
 * inputs, and never mixes two commits. Its height is above those of its inputs.
 */
export function afterInputs(jobHeight: number, job: () => void): void {
  (queues[jobHeight] ??= new Set()).add(job);
  atEnd(runJobs);
}

/** Runs all jobs, then throws the first error. */
function runJobs(): void {
  let failure: { readonly error: unknown } | undefined;
  let count = 0;
  for (let height = lowestHeight(); height >= 0; height = lowestHeight()) {
    for (const job of queues[height]!) {
      queues[height]!.delete(job);
      if (++count > MAX_JOBS) stopLoop();
      try {
        atHeight(height, job);
      } catch (error) {
        // An error must not prevent the other jobs.
        failure ??= { error };
      }
      if (lowestHeight() !== height) break;
    }
  }
  if (failure) throw failure.error;
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
  return queues.findIndex((jobs) => jobs !== undefined && jobs.size > 0);
}

/** The height of a stream with an input that emits now, if its height was `own` so far. */
export function heightAbove(own: number): number {
  return Math.min(Math.max(own, emittingHeight() + 1), MAX_HEIGHT);
}
