import type { RetryOption } from '../endpoint/RetryOption.ts';
import { fullJitter } from '../shared/fullJitter.ts';
import { isTransient } from './isTransient.ts';
import { retryAfter } from './retryAfter.ts';

/** What a wait depends on, beside the option. */
interface FailedTry {
  readonly error: Error;
  /** Which try has failed, from 1. */
  readonly attempt: number;
  /** ms since epoch. */
  readonly now: number;
  /** Gives numbers from 0 to below 1. */
  readonly random: () => number;
}

/**
 * How long to wait before a read is tried again, ms; `undefined`: it is not. The wait is anything up to a length that doubles with each try
 * ("full jitter"), on top of what the server asks for: clients that failed together do not come back together.
 */
export function retryWait(
  retry: RetryOption,
  { error, attempt, now, random }: FailedTry,
): number | undefined {
  const options = typeof retry === 'object' ? retry : { count: Number(retry) };
  const { count = 3, delay = 1_000, maxDelay = 30_000 } = options;
  if (attempt > count || error.name === 'AbortError') return undefined;
  const isWanted = options.when ? options.when(error, attempt) : isTransient(error);
  if (!isWanted) return undefined;
  const jitter = fullJitter(attempt, delay, maxDelay, random);
  const wait = Math.min(retryAfter(error, now) ?? 0, maxDelay) + jitter;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
