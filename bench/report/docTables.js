// Prints the tables of docs/performance*.md and of targets.md from a run: `npm run bench:tables -- [file] [--write]`. The latest run is
// the default; `--write` puts the tables between the marks of the pages.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RESULTS } from '../runner/paths.js';
import { docColumns, docGroups } from './docGroups.js';
import { formatRatio, formatShort } from './format.js';
import { judgeTargets } from './targets.js';

const pathOf = (page) => fileURLToPath(new URL(`../../${page}`, import.meta.url));
const [BEGIN, END] = ['<!-- bench: tables -->', '<!-- bench: end of tables -->'];

/** Ratios below this are noise. */
const LOSS = 1.05;

/** Losses from this ratio on are listed; the tables of the other pages have all. */
const LISTED = 1.5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const run = JSON.parse(readFileSync(positionals[0] ?? `${RESULTS}latest.json`, 'utf8'));
const groups = docGroups
  .map((group) => ({ ...group, rows: group.rows.map(measured).filter(Boolean) }))
  .filter(({ rows }) => rows.length > 0);
const pages = [...new Set(groups.map(({ page }) => page))].map((page) => [
  `docs/${page}.md`,
  groups
    .filter((group) => group.page === page)
    .map(section)
    .join('\n\n'),
]);
const texts = new Map([
  ['docs/performance.md', `${losses()}\n\n${origin()}`],
  ...pages,
  ['bench/targets.md', missedTargets()],
]);
if (values.write) writePages();
else for (const [page, text] of texts) console.log(`${page}\n\n${text}\n`);

/** A row with the best entry of each column; `undefined` if the run does not have it. */
function measured(row) {
  const entries = run.entries
    .filter(
      ({ scenario, n, status }) => scenario === row.scenario && n === row.n && status === 'ok',
    )
    // Less than nothing is noise of the heap.
    .map((entry) => ({ ...entry, value: Math.max(entry.value, 0) }));
  const cells = docColumns.map(({ ids }) => {
    const own = entries.filter(({ contender }) => ids.includes(contender));
    return own.reduce((a, b) => (a && a.value <= b.value ? a : b), undefined);
  });
  const [, ours, ...peers] = cells;
  if (ours === undefined) return undefined;
  const best = peers.reduce((a, b) => (a && (!b || a.value <= b.value) ? a : b), undefined);
  return { ...row, cells, ours, best };
}

function origin() {
  const { date, commit, node, machine, versions } = run;
  const names = ['@data-client/react', '@tanstack/react-query', 'swr', '@reduxjs/toolkit'];
  const stores = ['@tanstack/query-persist-client-core', 'apollo3-cache-persist'];
  const others = [...names, '@apollo/client', '@tanstack/db', ...stores];
  const list = others.map((name) => `${name} ${versions[name]}`).join(', ');
  return wrapped(
    `Measured on ${date.slice(0, 10)} at commit ${commit}: Node ${node.slice(1)}, React ${versions.react}, ${machine}. ${list}.`,
  );
}

/** Where another library is better, the largest difference first. */
function losses() {
  const lost = groups
    .flatMap(({ rows: own }) => own)
    .filter(({ ours, best }) => best && ours.value > best.value * LOSS)
    .sort((a, b) => ratioOf(b) - ratioOf(a));
  const rows = lost
    .filter((row) => ratioOf(row) >= LISTED)
    .map((row) => [
      row.label,
      formatShort(row.ours),
      `${columnOf(row.best)}: ${formatShort(row.best)}`,
      Number.isFinite(ratioOf(row)) ? `${formatRatio(ratioOf(row))} ×` : '–',
    ]);
  const heads = ['what', 'Streambed', 'the best other library', 'ratio'];
  const count = groups.flatMap(({ rows: own }) => own).filter(({ best }) => best).length;
  return `In ${lost.length} of ${count} comparisons another library is better, in ${rows.length} of them by ${LISTED} × or more:\n\n${table(heads, rows)}`;
}

function ratioOf({ ours, best }) {
  return best.value > 0 ? ours.value / best.value : Infinity;
}

function missedTargets() {
  const targets = judgeTargets(run.entries).filter(({ met }) => met !== undefined);
  const missed = targets.filter(({ met }) => !met);
  const docRows = docGroups.flatMap(({ rows }) => rows);
  const lines = missed.map(({ scenario, n, text: target, measured: value }) => {
    const named = docRows.filter((row) => row.scenario === scenario);
    const row = named.find((candidate) => candidate.n === n) ?? named[0];
    return [row?.label ?? scenario, withTitles(target), value];
  });
  const heads = ['what', 'target', 'measured'];
  return `Of ${targets.length} targets of the design that the run judges, ${missed.length} are missed:\n\n${table(heads, lines)}`;
}

/** A target that names a contender by its id names it by its title. */
function withTitles(target) {
  const column = docColumns.find(({ ids }) => ids.some((id) => target.endsWith(` ${id}`)));
  return column ? target.replace(/ \w+$/, ` ${column.title}`) : target;
}

/** A table leaves out the libraries without a number. */
function section({ title, about, rows }) {
  const shown = [...docColumns.keys()].filter(
    (at) => at < 2 || rows.some(({ cells }) => cells[at] !== undefined),
  );
  const heads = ['', ...shown.map((at) => docColumns[at].title)];
  const lines = rows.map((row) => [row.label, ...shown.map((at) => cellOf(row.cells[at], row))]);
  return `## ${title}\n\n${wrapped(about)}\n\n${table(heads, lines)}`;
}

/** The best of the libraries is bold. */
function cellOf(cell, { ours, best }) {
  if (cell === undefined) return '–';
  const isBest = cell === (best && best.value < ours.value ? best : ours);
  return isBest ? `**${formatShort(cell)}**` : formatShort(cell);
}

function columnOf({ contender }) {
  return docColumns.find(({ ids }) => ids.includes(contender)).title;
}

/** Lines of at most 120 characters. */
function wrapped(prose) {
  return prose.replaceAll(/(.{1,120})(?: |$)/g, '$1\n').trimEnd();
}

/** As Prettier has tables: all but the first column to the right. */
function table(heads, rows) {
  const lines = [heads, heads.map((_, i) => (i === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function writePages() {
  const paths = [...texts.keys()].map(pathOf);
  for (const [page, text] of texts) {
    const before = readFileSync(pathOf(page), 'utf8');
    const [from, to] = [before.indexOf(BEGIN), before.indexOf(END)];
    if (from < 0 || to < from) throw new Error(`${page} has no marks for the tables.`);
    writeFileSync(
      pathOf(page),
      `${before.slice(0, from)}${BEGIN}\n\n${text}\n\n${before.slice(to)}`,
    );
  }
  const prettier = createRequire(paths[0]).resolve('prettier/bin/prettier.cjs');
  execFileSync(process.execPath, [prettier, '--write', ...paths], { stdio: 'inherit' });
}
