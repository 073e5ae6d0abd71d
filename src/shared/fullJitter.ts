/**
 * How long to wait after a failure, ms: anything up to a length that doubles with each one ("full jitter"), so that clients that failed
 * together do not come back together. `attempt` counts from 1, `random` gives numbers from 0 to below 1.
 */
export function fullJitter(
  attempt: number,
  delay: number,
  maxDelay: number,
  random: () => number,
): number {
  return random() * Math.min(maxDelay, delay * 2 ** Math.min(attempt - 1, 32));
}
