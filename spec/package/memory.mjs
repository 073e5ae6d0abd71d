// Measures what the built package leaves to the garbage collector, and what it keeps, in processes of their own.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { lowerBudgets } from './paths/lowerBudgets.mjs';

/** Budgets are multiples of this number of bytes, so that noise does not fail the check. */
const STEP = 250;

/** Nothing is collected within a round. */
const YOUNG = ['--min-semi-space-size=64', '--max-semi-space-size=128'];
/** Without the optimizer V8 allocates the same in every run. */
const EXACT = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode'];

/**
 * Bytes. A budget is the number that was measured last, rounded up; `--lower` sets the budgets that can be lower. A target belongs to
 * the design; it is shown and does not fail the check. Optimized code allocates less than interpreted code, as much as the optimizer
 * finds out in the run: it has a target and no budget.
 */
const measures = [
  {
    title: 'garbage of a commit that writes one row',
    ...printed('commits.mjs', [...YOUNG, ...EXACT]),
    budget: 3_850,
  },
  {
    title: '… by optimized code',
    ...printed('commits.mjs', YOUNG),
    target: 1_500,
  },
  {
    title: 'heap per mounted useSuspense',
    ...printed('hooks.mjs', EXACT, 'mounted'),
    budget: 1_350,
    target: 1_500,
  },
  {
    title: '… left after unmounting, until gcTime',
    ...printed('hooks.mjs', EXACT, 'left'),
    budget: 1_200,
    target: 0,
  },
];

const { values } = parseArgs({ options: { lower: { type: 'boolean', default: false } } });
const runFile = promisify(execFile);
const outputs = new Map();

console.log(line('bytes', 'measured', 'budget', 'target', ''));
const lowered = [];
for (const { title, script, flags, member, budget, target } of measures) {
  const output = await run(script, flags);
  const bytes = Math.round(member ? output[member] : output);
  const fits = bytes <= (budget ?? Infinity);
  if (!fits && !values.lower) process.exitCode = 1;
  if (budget !== undefined) lowered.push(Math.min(budget, roundedUp(bytes)));
  const verdict = fits ? budget && 'ok' : `too much by ${bytes - budget} B`;
  console.log(line(title, bytes, budget, target, verdict));
}

if (values.lower) lowerBudgets(import.meta.url, lowered);

function roundedUp(bytes) {
  return Math.ceil((bytes + STEP / 4) / STEP) * STEP;
}

/** What a script prints with these flags of Node; `member` is one of several numbers. */
function printed(script, flags, member) {
  return { script, flags, member };
}

/** Runs a script once, however many of its numbers are measures. */
async function run(script, flags) {
  const key = [script, ...flags].join(' ');
  if (!outputs.has(key)) {
    const file = fileURLToPath(new URL(`memory/${script}`, import.meta.url));
    const env = { ...process.env, NODE_ENV: 'production' };
    const { stdout } = await runFile(process.execPath, ['--expose-gc', ...flags, file], { env });
    outputs.set(key, JSON.parse(stdout));
  }
  return outputs.get(key);
}

function line(title, ...cells) {
  const texts = cells.map((cell) => (cell ?? '').toLocaleString('en').padStart(11));
  return `${title.padEnd(42)}${texts.join('')}`.trimEnd();
}
