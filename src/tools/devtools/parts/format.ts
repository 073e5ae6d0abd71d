/** `14:03:07.120`, local time; `–` for a time that never was. */
export function formatTime(at: number): string {
  if (at === 0) return '–';
  if (!Number.isFinite(at)) return 'never';
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return String(at);
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const text = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return `${text}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** `850 ms`, `12.3 s`, `4 min 10 s`, `3 h`, `2 d`. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '∞';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1_000)];
  if (minutes < 60) return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
  const hours = Math.round(ms / 3_600_000);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

/** `850 B`, `12.3 kB`, `4.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  // What would be rounded to 1,000 kB is 1 MB.
  return bytes < 999_950 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `5,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `one` or `many` with its count: `1 key`, `2 keys`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const MAX_TEXT = 120;

/** A value in one short line, such as the args of a key: `{"id":"1"}, 5`. */
export function shortText(values: readonly unknown[] | undefined): string {
  if (!values) return '';
  const text = values.map(textOf).join(', ');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function textOf(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'function') return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // It contains itself, or a bigint.
    return Object.prototype.toString.call(value);
  }
}
