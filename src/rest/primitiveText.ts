import type { RefuseValue } from './RefuseValue.ts';

/**
 * The text of a primitive or date in a URL: strings unchanged, numbers, bigints and booleans
 * printed, dates as ISO 8601 in UTC, `null` as empty text. Refuses other values with
 * `SB_KEY_UNSUPPORTED`.
 */
export function primitiveText(value: unknown, refuse: RefuseValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  // `-0` prints as 0.
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag === 'Date' && !Number.isNaN(Number(value))) return new Date(Number(value)).toISOString();
  return refuse(
    'SB_KEY_UNSUPPORTED',
    `is ${typeof value === 'number' ? value : `a value of type ${tag}`}`,
  );
}
