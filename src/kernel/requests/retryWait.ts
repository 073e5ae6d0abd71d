import type { RetryOption } from '../../data/endpoint/RetryOption.ts';
import { fullJitter } from '../../shared/fullJitter.ts';

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

/** How browsers and Node report that `fetch` got no response, or only a part of it. */
const fetchFailed =
  /^(failed to fetch|fetch failed|load failed|network request failed|networkerror when attempting|network error|terminated|the internet connection appears|the network connection was lost)/i;

/**
 * Whether a retry may succeed: no complete response, too slow (408), too many requests (429), a
 * server error.
 */
export function isTransient(error: Error): boolean {
  const { status } = error as { status?: unknown };
  if (typeof status === 'number') {
    return status === 0 || status === 408 || status === 429 || status >= 500;
  }
  if (error.name === 'TypeError') return fetchFailed.test(error.message);
  return error.name === 'TimeoutError';
}

interface WithHeaders {
  readonly response?: { readonly headers?: { get?(name: string): unknown } };
}

/**
 * How long the server asks to wait, ms: the `Retry-After` header of the error's response.
 * `undefined` without a valid one. `now` is ms since epoch.
 */
export function retryAfter(error: Error, now: number): number | undefined {
  const headers = (error as WithHeaders).response?.headers;
  if (typeof headers?.get !== 'function') return undefined;
  const header = headers.get('retry-after');
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  // `Date.parse` reads other texts than HTTP dates as dates, too.
  if (!header.endsWith('GMT')) return undefined;
  // Prefer the server's clock, if it sent its time: clocks differ.
  const sent = Date.parse(String(headers.get('date')));
  const wait = Date.parse(header) - (Number.isNaN(sent) ? now : sent);
  return wait > 0 ? wait : undefined;
}
