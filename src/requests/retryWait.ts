import type { RetryOption } from '../endpoint/RetryOption.ts';
import { fullJitter } from '../shared/fullJitter.ts';
import { isTransient } from './isTransient.ts';
import { retryAfter } from './retryAfter.ts';

/** What the wait depends on, besides the option. */
interface FailedTry {
  readonly error: Error;
  /** The number of the failed try, from 1. */
  readonly attempt: number;
  /** ms since epoch. */
  readonly now: number;
  /** Returns numbers from 0 to below 1. */
  readonly random: () => number;
}

/**
 * How long to wait before a read is retried, ms; `undefined`: it is not retried. To what the server
 * asks for, adds a random time up to a limit that doubles with each try ("full jitter"), so that
 * clients which failed together do not retry together.
 */
export function retryWait(
  retry: RetryOption,
  { error, attempt, now, random }: FailedTry,
): number | undefined {
  const options = typeof retry === 'object' ? retry : { count: Number(retry) };
  const { count = 3, delay = 1_000, maxDelay = 30_000 } = options;
  if (attempt > count || error.name === 'AbortError') return undefined;
  const isRetried = options.when ? options.when(error, attempt) : isTransient(error);
  if (!isRetried) return undefined;
  const jitter = fullJitter(attempt, delay, maxDelay, random);
  const wait = Math.min(retryAfter(error, now) ?? 0, maxDelay) + jitter;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
