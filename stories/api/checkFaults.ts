import type { Faults } from './Faults.ts';

const MAX_DELAY = 60_000;

/** Returns what is wrong with the settings, or nothing if they are valid. */
export function checkFaults(faults: Partial<Faults>): string | undefined {
  const { delay = 0, fail = 0, failNext = 0 } = faults;
  if (!isBetween(delay, 0, MAX_DELAY)) {
    return `delay is milliseconds from 0 to ${MAX_DELAY}, got ${JSON.stringify(delay)}`;
  }
  if (!isBetween(fail, 0, 1)) return `fail is a rate from 0 to 1, got ${JSON.stringify(fail)}`;
  if (!isBetween(failNext, 0, Number.MAX_SAFE_INTEGER) || !Number.isInteger(failNext)) {
    return `failNext is a count of requests, 0 or more, got ${JSON.stringify(failNext)}`;
  }
  return undefined;
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}
