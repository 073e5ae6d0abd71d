import {
  formatBytes,
  formatCount,
  formatDuration,
  formatTime,
  shortText,
} from '../../../src/tools/devtools/parts/format.ts';
import { countdown } from '../../../src/tools/devtools/parts/statusText.ts';

it('durations have the unit that fits', () => {
  const ms = [0, 850, 1_500, 59_900, 60_000, 250_000, 3 * 3_600_000, 5 * 86_400_000, Infinity];
  const texts = ['0 ms', '850 ms', '1.5 s', '59.9 s', '1 min', '4 min 10 s', '3 h', '5 d', '∞'];
  expect(ms.map(formatDuration)).toEqual(texts);
});

it('sizes have the unit that fits', () => {
  const bytes = [0, 999, 1_000, 12_345, 999_949, 999_950, 4_100_000];
  const texts = ['0 B', '999 B', '1.0 kB', '12.3 kB', '999.9 kB', '1.0 MB', '4.1 MB'];
  expect(bytes.map(formatBytes)).toEqual(texts);
});

it('countdowns show seconds, minutes, hours or days', () => {
  const ms = [1, 42_000, 60_000, 245_000, 3 * 3_600_000, 5 * 86_400_000];
  expect(ms.map(countdown)).toEqual(['1 s', '42 s', '1:00', '4:05', '3 h', '5 d']);
});

it('times are those of the clock on the wall', () => {
  const date = new Date(2026, 0, 2, 3, 4, 5, 67);
  expect(formatTime(date.getTime())).toBe('03:04:05.067');
  expect([0, Infinity, 1e20].map(formatTime)).toEqual(['–', 'never', '100000000000000000000']);
  expect(formatCount(1234567)).toBe('1,234,567');
});

it('args are one short line, whatever they are', () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  expect(shortText([{ id: 1 }, 5n, undefined, circular])).toBe(
    '{"id":1}, 5, undefined, [object Object]',
  );
  expect(shortText(['x'.repeat(500)])).toHaveLength(121);
  expect(shortText(undefined)).toBe('');
});
