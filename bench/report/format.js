/** A duration in ms with its unit, three digits. */
export function formatTime(ms) {
  if (ms < 1e-3) return `${digits(ms * 1e6)} ns`;
  if (ms < 1) return `${digits(ms * 1e3)} µs`;
  if (ms < 1_000) return `${digits(ms)} ms`;
  return `${digits(ms / 1_000)} s`;
}

export function formatBytes(bytes) {
  return `${Math.round(bytes).toLocaleString('en')} B`;
}

/** How many times as much. */
export function formatRatio(ratio) {
  if (!Number.isFinite(ratio)) return '–';
  if (ratio < 10_000) return ratio < 100 ? digits(ratio) : Math.round(ratio).toLocaleString('en');
  return ratio < 1e6 ? `${digits(ratio / 1e3)} k` : `${digits(ratio / 1e6)} M`;
}

/** The value of an entry of the report, whatever it counts. */
export function formatValue({ value, unit }) {
  if (unit === 'share') return `${(value * 100).toFixed(1)} %`;
  return unit === 'bytes' ? formatBytes(value) : formatTime(value);
}

/** The same for texts: two digits, kB instead of many bytes. */
export function formatShort({ value, unit }) {
  if (unit === 'share') return `${Math.round(value * 100)} %`;
  if (unit === 'bytes') {
    return Math.abs(value) < 1_000 ? formatBytes(value) : `${twoDigits(value / 1_000)} kB`;
  }
  if (value < 1e-3) return `${twoDigits(value * 1e6)} ns`;
  if (value < 1) return `${twoDigits(value * 1e3)} µs`;
  if (value < 1_000) return `${twoDigits(value)} ms`;
  return `${twoDigits(value / 1_000)} s`;
}

function twoDigits(value) {
  if (Math.abs(value) >= 10) return Math.round(value).toLocaleString('en');
  return value.toFixed(1);
}

function digits(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
