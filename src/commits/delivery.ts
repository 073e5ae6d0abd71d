import { SB_COMMIT_LOOP } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** Heights end here: cycles of inputs would raise theirs for ever. */
const MAX_HEIGHT = 1_000;

/** More jobs than this in one delivery mean that subscribers change what they observe. */
const MAX_JOBS = 1_000_000;

/** What waits for the end of the delivery at one height. */
interface Waiting {
  jobs: (() => void)[];
  /** The place of the job that is next: to shift it out of a long list would move all others. */
  next: number;
}

/** By height. */
let waiting: (Waiting | undefined)[] = [];
let depth = 0;
let height = 0;

/**
 * Runs `tell`, which tells the subscribers of one commit, then what waited for it. Deliveries within it, of this store or another one, are part of it.
 * Throws the first error of what it ran, after all of it has run.
 */
export function inDelivery(tell: () => void): void {
  const outer = beginDelivery();
  try {
    tell();
  } finally {
    endDelivery(outer);
  }
}

/** `inDelivery` without a function, for every commit. Gives what `endDelivery` needs, which has to be called whatever happens. */
export function beginDelivery(): number {
  const outer = height;
  height = 0;
  depth++;
  return outer;
}

export function endDelivery(outer: number): void {
  height = outer;
  try {
    if (depth === 1) runJobs();
  } finally {
    depth--;
  }
}

/**
 * Runs `job` when all that is told at the moment was told to everybody, and before jobs of a greater height: so what has several inputs takes them
 * in once per commit, whatever their order, and never shows a mix of two commits. The height of what has inputs is above that of each of them.
 */
export function afterInputs(jobHeight: number, job: () => void): void {
  (waiting[jobHeight] ??= { jobs: [], next: 0 }).jobs.push(job);
  if (depth === 0) inDelivery(() => {});
}

function runJobs(): void {
  let failure: { readonly error: unknown } | undefined;
  let count = 0;
  for (let at = lowestHeight(); at >= 0; at = lowestHeight()) {
    const job = takeJob(waiting[at]!);
    if (++count > MAX_JOBS) giveUp();
    try {
      atHeight(at, job);
    } catch (error) {
      // Others wait for their turn whatever became of this one.
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
}

function takeJob(at: Waiting): () => void {
  const job = at.jobs[at.next++];
  if (at.next === at.jobs.length) {
    at.jobs = [];
    at.next = 0;
  }
  return job;
}

function giveUp(): never {
  waiting = [];
  throw new StreambedError(SB_COMMIT_LOOP, 'Derived streams without end in one delivery.');
}

/** The lowest height at which a job waits; -1 without any. */
function lowestHeight(): number {
  return waiting.findIndex(hasJobs);
}

function hasJobs(at: Waiting | undefined): boolean {
  return at !== undefined && at.jobs.length > 0;
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

/** The height of what has an input that emits at the moment, where it was `own` so far. */
export function heightAbove(own: number): number {
  return Math.min(Math.max(own, height + 1), MAX_HEIGHT);
}
