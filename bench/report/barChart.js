import { escapeHtml } from './escapeHtml.js';
import { formatRatio, formatValue } from './format.js';

const WIDTH = 760;
const NAMES = 230;
const VALUES = 150;
const LINE = 22;

/**
 * One bar per contender for one size, shortest is best. The scale is logarithmic: contenders are orders of magnitude apart. Each
 * division is a factor of ten.
 */
export function barChart({ lines }, column) {
  const shown = lines.filter(({ cells }) => cells[column]?.value > 0);
  if (shown.length === 0) return '';
  const values = shown.map(({ cells }) => cells[column].value);
  const from = Math.floor(Math.log10(Math.min(...values)) - 0.05);
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))));
  const place = (value) =>
    NAMES + ((Math.log10(value) - from) / (to - from)) * (WIDTH - NAMES - VALUES);
  const height = shown.length * LINE + 8;

  const grid = Array.from({ length: to - from + 1 }, (_, i) => {
    const x = place(10 ** (from + i)).toFixed(1);
    return `<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${height}"/>`;
  });
  const bars = shown.map(({ id, title, cells }, i) => {
    const { value, toUs } = cells[column];
    const y = i * LINE + 4;
    const width = Math.max(2, place(value) - NAMES).toFixed(1);
    const factor =
      Number.isFinite(toUs) && id !== 'streambed' ? ` · ${formatRatio(toUs)} × us` : '';
    const label = `${formatValue(cells[column])}${factor}`;
    return `
      <text x="${NAMES - 8}" y="${y + 13}" text-anchor="end">${escapeHtml(title)}</text>
      <rect class="${kindOf(id)}" x="${NAMES}" y="${y}" width="${width}" height="${LINE - 6}" rx="2"/>
      <text class="value" x="${Math.max(NAMES + 6, place(value) + 6).toFixed(1)}" y="${y + 13}">${label}</text>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Bars, logarithmic scale">
    ${grid.join('')}${bars.join('')}
  </svg>`;
}

/** Which colour: the limit, ours, a peer. */
export function kindOf(id) {
  if (id === 'limit') return 'limit';
  return id.startsWith('streambed') ? 'us' : 'peer';
}
