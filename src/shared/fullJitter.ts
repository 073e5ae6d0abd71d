/**
 * The time to wait after a failure, ms: a random part of a time that doubles with each failure, up
 * to `maxDelay` ("full jitter"), so that clients that failed together do not retry together.
 * `attempt` counts from 1; `random` returns numbers from 0 to below 1.
 */
export function fullJitter(
  attempt: number,
  delay: number,
  maxDelay: number,
  random: () => number,
): number {
  return random() * Math.min(maxDelay, delay * 2 ** Math.min(attempt - 1, 32));
}
