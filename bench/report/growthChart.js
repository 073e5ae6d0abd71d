import { kindOf } from './barChart.js';
import { escapeHtml } from './escapeHtml.js';
import { formatValue } from './format.js';

const WIDTH = 360;
const HEIGHT = 220;
const MARGIN = { left: 62, right: 12, top: 10, bottom: 24 };

/** Value over size, both logarithmic: a level line costs the same at every size, a diagonal grows with it. */
export function growthChart({ sizes, lines }) {
  const shown = lines.filter(({ cells }) => cells.every((cell) => cell?.value > 0));
  if (sizes.length < 2 || shown.length === 0) return '';
  const cells = shown.flatMap((line) => line.cells);
  const logs = cells.map(({ value }) => Math.log10(value));
  const [from, to] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  const x = scale(
    Math.log10(sizes[0]),
    Math.log10(sizes.at(-1)),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const y = scale(from, to, HEIGHT - MARGIN.bottom, MARGIN.top);

  const { unit } = cells[0];
  const rules = Array.from({ length: to - from + 1 }, (_, i) => {
    const at = y(from + i).toFixed(1);
    const label = formatValue({ value: 10 ** (from + i), unit }).replace(/\.0+ /, ' ');
    return `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at}" y2="${at}"/>
      <text x="${MARGIN.left - 6}" y="${Number(at) + 4}" text-anchor="end">${label}</text>`;
  });
  const marks = sizes.map((n) => {
    const at = x(Math.log10(n)).toFixed(1);
    return `<text x="${at}" y="${HEIGHT - 6}" text-anchor="middle">${n.toLocaleString('en')}</text>`;
  });
  const curves = shown.map(({ id, title, cells: points }) => {
    const path = points
      .map(({ n, value }) => `${x(Math.log10(n)).toFixed(1)},${y(Math.log10(value)).toFixed(1)}`)
      .join(' ');
    return `<polyline class="${kindOf(id)}" points="${path}"><title>${escapeHtml(title)}</title></polyline>`;
  });
  return `<svg class="growth" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Growth with n">
    ${rules.join('')}${marks.join('')}${curves.join('')}
  </svg>`;
}

function scale(from, to, start, end) {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}
