import { StreambedError } from './StreambedError.ts';

/**
 * Throws `SB_OPTION_INVALID` if an option of `owner` is not a number from 0, or above 0 with
 * `isPositive`.
 */
export function assertLength(
  owner: string,
  name: string,
  value: unknown,
  isPositive = false,
): void {
  if (typeof value === 'number' && (isPositive ? value > 0 : value >= 0)) return;
  const shown = typeof value === 'number' ? value : `a value of type ${typeof value}`;
  throw new StreambedError('SB_OPTION_INVALID', `${owner}: ${name} is ${shown}.`);
}
