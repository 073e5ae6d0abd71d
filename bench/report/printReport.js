import { formatRatio, formatValue } from './format.js';
import { tabulate } from './tabulate.js';
import { judgeTargets } from './targets.js';

/** The report as text: a table per scenario, then the targets. */
export function printReport(run, scenarios) {
  for (const scenario of scenarios) printTable(tabulate(scenario, run.entries));
  if (!run.quick) printTargets(judgeTargets(run.entries));
  const failed = run.entries.filter(({ status }) => status === 'failed');
  for (const { scenario, contender, n, error } of failed) {
    console.error(
      `\nFAILED  ${scenario} ${contender} n=${n}\n${error.split('\n').slice(0, 4).join('\n')}`,
    );
  }
  if (run.load > BUSY_LOAD) {
    console.log(
      `\nThe machine was busy (load ${run.load.toFixed(1)} at the end): better run again when it is not.`,
    );
  }
  if (run.quick) {
    console.log(
      '\nA quick run shows whether everything works. Its numbers are not for conclusions, and targets are not judged by them.',
    );
  }
}

/** Above this, more than the benchmark itself wanted the cores. */
const BUSY_LOAD = 3;
const NAME = 34;
const CELL = 34;

function printTable({ scenario, sizes, lines }) {
  if (lines.length === 0) return;
  const heads = sizes.map((n) => (n === undefined ? '' : `n = ${n.toLocaleString('en')}`));
  console.log(`\n${scenario.id}  ${scenario.title}`);
  console.log(' '.repeat(NAME) + heads.map((head) => head.padStart(CELL)).join(''));
  const columns = columnsOf(['median', 'p95', '× limit', '× us']);
  console.log(
    `${' '.repeat(NAME)}${sizes.map(() => columns).join('')}${sizes.length > 1 ? '  growth' : ''}`,
  );
  for (const { title, cells, growth, remarks } of lines) {
    const growthText = sizes.length > 1 ? (growth?.toFixed(2) ?? '–').padStart(8) : '';
    const line = title.padEnd(NAME) + cells.map(cellText).join('') + growthText;
    console.log(`${line}  ${remarks.join('; ')}`.trimEnd());
  }
}

function cellText(cell) {
  if (!cell) return columnsOf(['–', '', '', '']);
  const { p95, unit, toLimit, toUs } = cell;
  const upper = p95 === undefined ? '' : formatValue({ value: p95, unit });
  return columnsOf([formatValue(cell), upper, formatRatio(toLimit), formatRatio(toUs)]);
}

function columnsOf([value, p95, toLimit, toUs]) {
  return value.padStart(10) + p95.padStart(9) + toLimit.padStart(8) + toUs.padStart(7);
}

function printTargets(targets) {
  console.log('\nTargets');
  const sign = { true: 'met', false: 'NOT MET', undefined: '–' };
  for (const { scenario, n, text, met, measured } of targets) {
    const where = n === undefined ? scenario : `${scenario} n=${n.toLocaleString('en')}`;
    console.log(`  ${sign[String(met)].padEnd(9)}${where.padEnd(14)}${text.padEnd(46)}${measured}`);
  }
  const missed = targets.filter(({ met }) => met === false).length;
  const met = targets.filter((target) => target.met === true).length;
  console.log(`  ${met} met, ${missed} not met, ${targets.length - met - missed} not measured`);
}
