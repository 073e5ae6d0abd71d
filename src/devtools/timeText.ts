/** A time span in the unit that reads best: `85 ms`, `1.2 s`, `3 min 20 s`. */
export function durationText(ms: number): string {
  if (ms < 0) return `−${durationText(-ms)}`;
  if (ms < 0.95) return ms === 0 ? '0 ms' : `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${round(ms / 1_000, 1)} s`;
  if (ms < 59_500) return `${Math.round(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** The time of day with milliseconds: `14:03:07.250`. */
export function clockText(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const whole = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return `${whole}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Without zeros at the end: `1`, `1.2`. */
function round(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
