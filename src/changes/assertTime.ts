import { StreambedError } from '../shared/StreambedError.ts';

/** Throws `SB_OPTION_INVALID` unless `ms` is a length of time: a number from 0. */
export function assertTime(name: string, ms: number): void {
  if (typeof ms === 'number' && ms >= 0) return;
  throw new StreambedError('SB_OPTION_INVALID', `${name} is ${String(ms)}.`);
}
