import { barChart } from './barChart.js';
import { escapeHtml } from './escapeHtml.js';
import { formatRatio, formatValue } from './format.js';
import { growthChart } from './growthChart.js';
import { reportStyle } from './reportStyle.js';
import { tabulate } from './tabulate.js';
import { judgeTargets } from './targets.js';

/** The run as one page that needs nothing else: tables, and charts as inline SVG. */
export function reportPage(run, scenarios) {
  const tables = scenarios.map((scenario) => tabulate(scenario, run.entries));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Streambed benchmarks</title>
<style>${reportStyle}</style>
<h1>Streambed benchmarks</h1>
${introduction(run)}
${run.quick ? '' : targetTable(judgeTargets(run.entries))}
${tables
  .filter(({ lines }) => lines.length > 0)
  .map(section)
  .join('\n')}
</html>
`;
}

function introduction({ date, quick, node, machine, commit, versions }) {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `<p>${escapeHtml(date.slice(0, 16).replace('T', ' '))} UTC · Node ${escapeHtml(node)} ·
${escapeHtml(machine)} · Streambed at ${escapeHtml(commit)}</p>
${quick ? '<p class="warning">A quick run: it shows whether everything works. Its numbers are not for conclusions.</p>' : ''}
<p>Medians; each contender in a process of its own, by turns with the hand-written limit. Shorter bars are better; all scales are
logarithmic. <span class="key limit"></span> limit <span class="key us"></span> Streambed <span class="key peer"></span> peers</p>
<p class="versions">${escapeHtml(list.join(' · '))}</p>`;
}

function targetTable(targets) {
  const words = { true: 'met', false: 'not met', undefined: '–' };
  const rows = targets.map(
    ({ scenario, n, text, met, measured }) => `<tr class="${words[String(met)].replace(' ', '-')}">
<td><a href="#${scenario}">${scenario}</a></td><td>${n === undefined ? '' : n.toLocaleString('en')}</td>
<td>${escapeHtml(text)}</td><td>${escapeHtml(measured)}</td><td>${words[String(met)]}</td></tr>`,
  );
  return `<h2>Targets</h2>
<table><thead><tr><th>scenario</th><th>n</th><th>target</th><th>measured</th><th></th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`;
}

function section(table) {
  const { scenario, sizes } = table;
  const last = sizes.length - 1;
  const at =
    sizes[last] === undefined ? '' : `<p class="size">n = ${sizes[last].toLocaleString('en')}</p>`;
  return `<section id="${scenario.id}">
<h2>${scenario.id} · ${escapeHtml(scenario.title)}</h2>
<p>${escapeHtml(scenario.about)}</p>
<div class="charts"><div>${at}${barChart(table, last)}</div>${growthChart(table)}</div>
<details><summary>Numbers</summary>${numberTable(table)}</details>
</section>`;
}

function numberTable({ sizes, lines }) {
  const columns = ['median', 'p95', '× limit', '× us'];
  const withGrowth = sizes.length > 1;
  const heads = sizes.map((n) => {
    const title = n === undefined ? '' : `n = ${n.toLocaleString('en')}`;
    return `<th colspan="${columns.length}">${title}</th>`;
  });
  const rows = lines.map(({ title, cells, growth, remarks }) => {
    const growthCell = withGrowth ? `<td>${growth?.toFixed(2) ?? '–'}</td>` : '';
    return `<tr><th>${escapeHtml(title)}</th>${cells.map(cellsOf).join('')}${growthCell}
<td class="remarks">${escapeHtml(remarks.join('; '))}</td></tr>`;
  });
  return `<table class="numbers"><thead><tr><th></th>${heads.join('')}${withGrowth ? '<th></th>' : ''}<th></th></tr>
<tr><th></th>${sizes.map(() => columns.map((name) => `<th>${name}</th>`).join('')).join('')}${withGrowth ? '<th>growth</th>' : ''}<th></th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`;
}

function cellsOf(cell) {
  if (!cell) return '<td>–</td><td></td><td></td><td></td>';
  const { p95, unit, toLimit, toUs } = cell;
  const upper = p95 === undefined ? '' : formatValue({ value: p95, unit });
  return [formatValue(cell), upper, formatRatio(toLimit), formatRatio(toUs)]
    .map((text) => `<td>${text}</td>`)
    .join('');
}
