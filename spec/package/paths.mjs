// Counts the files, functions and lines of the built package that run in a few first calls (V8 coverage), and the calls from a lower room
// into a higher one (each function reports its caller). Each scenario runs in processes of its own.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { lowerBudgets } from './paths/lowerBudgets.mjs';
import { entitiesOfList } from './paths/scenarios.mjs';

/**
 * The most files and functions that may run: `kernel` is the wing, `all` is everything. `upwards`: the most calls from a lower room into a
 * higher one, from one line to one function, within the kernel and in all. A budget is the number that was measured last; `--lower` writes today's numbers. A target belongs to the design, and does not fail the check.
 */
const scenarios = [
  {
    name: 'fetch',
    title: 'a cold fetch without React',
    kernel: { budget: [47, 216], target: [28, 170] },
    all: { budget: [79, 295] },
    upwards: { budget: [15, 27] },
  },
  {
    name: 'suspense',
    title: 'a cold useSuspense fetch',
    kernel: { budget: [45, 202] },
    all: { budget: [88, 330], target: [75, Infinity] },
    upwards: { budget: [15, 29] },
  },
  {
    name: 'optimistic',
    title: 'an optimistic POST',
    kernel: { budget: [58, 333], target: [32, 190] },
    all: { budget: [111, 520] },
    upwards: { budget: [34, 57] },
  },
  {
    name: 'set',
    title: 'set, then query',
    kernel: { budget: [37, 126], target: [20, 110] },
    all: { budget: [53, 163] },
    upwards: { budget: [5, 8] },
  },
  {
    name: 'rehydrate',
    title: 'rehydrate, then query',
    kernel: { budget: [37, 127] },
    all: { budget: [61, 206] },
    upwards: { budget: [5, 13] },
  },
  {
    name: 'changes',
    title: 'a view of change sets, set',
    kernel: { budget: [36, 109] },
    all: { budget: [61, 215] },
    upwards: { budget: [3, 12] },
  },
];

/**
 * The phases of the first use of a list of 100 rows with nested users: the most functions that may run in each, of RxJS too, and the most
 * calls of functions per entity.
 */
const phases = [
  { name: 'create', title: 'createStore', functions: { budget: 17, target: 40 } },
  {
    name: 'load',
    title: 'load of 100 rows',
    functions: { budget: 148, target: 110 },
    calls: { budget: 23, target: 15 },
  },
  {
    name: 'observe',
    title: 'observe and read',
    functions: { budget: 100 },
    calls: { budget: 25.8 },
  },
  { name: 'write', title: 'set of one row', functions: { budget: 133, target: 80 } },
];

const flag = { type: 'boolean', default: false };
const { values } = parseArgs({
  options: { functions: { type: 'string' }, calls: { type: 'string' }, json: flag, lower: flag },
});
const runFile = promisify(execFile);
const env = { ...process.env, NODE_ENV: 'production' };

// The phases before the last one only prepare it.
for (const scenario of scenarios) {
  const counts = (await run('run.mjs', scenario.name)).at(-1);
  scenario.calls = (await run('calls.mjs', scenario.name)).at(-1).upwards;
  scenario.counts = { ...counts, upwards: countsOf(scenario.calls) };
}
for (const counts of await run('run.mjs', 'list')) {
  phases.find(({ name }) => name === counts.name).counts = counts;
}

/** Each budget with the measured number, in the order of this file. */
const verdicts = [
  ...scenarios.flatMap(({ kernel, all, upwards, counts }) => [
    [kernel.budget, counts.kernel],
    [all.budget, counts.all],
    [upwards.budget, counts.upwards],
  ]),
  ...phases.flatMap(({ functions, calls, counts }) => [
    [functions.budget, counts.withRxjs],
    ...(calls ? [[calls.budget, callsPerEntity(counts)]] : []),
  ]),
];

if (values.json) {
  const numbers = ({ name, counts }) => ({ ...counts, name, files: undefined });
  console.log(JSON.stringify([...scenarios, ...phases].map(numbers)));
} else if (values.functions) {
  const { counts } = [...scenarios, ...phases].find(({ name }) => name === values.functions);
  for (const { file, functions } of counts.files) {
    console.log(`${file}: ${functions.map(nameWithCalls).join(', ')}`);
  }
} else if (values.calls) {
  const { calls } = scenarios.find(({ name }) => name === values.calls);
  for (const { call, times } of calls) console.log(times === 1 ? call : `${call} ×${times}`);
} else {
  printScenarios();
  printWalks();
  printPhases();
  if (values.lower) lowerBudgets(import.meta.url, verdicts.map(lowest));
  else if (verdicts.some(([budget, measured]) => !within(measured, budget))) process.exitCode = 1;
}

/** How many calls are within the kernel, and in all. */
function countsOf(calls) {
  return [calls.filter(({ call }) => /^kernel\/.* → kernel\//.test(call)).length, calls.length];
}

/** What a script prints of the phases of a scenario. */
async function run(script, name) {
  const child = fileURLToPath(new URL(`paths/${script}`, import.meta.url));
  const { stdout } = await runFile(process.execPath, [child, name], { env, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout);
}

function printScenarios() {
  console.log(
    line('files / functions that run', 'kernel', 'budget', 'target', 'all', 'budget', ''),
  );
  for (const { title, kernel, all, counts } of scenarios) {
    const fits = within(counts.kernel, kernel.budget) && within(counts.all, all.budget);
    console.log(
      line(
        title,
        pair(counts.kernel),
        pair(kernel.budget),
        kernel.target ? pair(kernel.target) : '',
        pair(counts.all),
        pair(all.budget),
        fits ? 'ok' : 'too many',
      ),
    );
  }
}

function printWalks() {
  const heads = ['kernel', 'all', 'kernel up', 'all up', 'budget', ''];
  console.log(`\n${line('lines, calls upwards', ...heads)}`);
  for (const { title, upwards, counts } of scenarios) {
    const cells = [...counts.lines, ...counts.upwards].map(String);
    const fits = within(counts.upwards, upwards.budget);
    console.log(line(title, ...cells, pair(upwards.budget), fits ? 'ok' : 'too many'));
  }
}

function printPhases() {
  const heads = ['functions', 'budget', 'target', 'calls/entity', 'budget', 'target', ''];
  console.log(`\n${line('first use of a list', ...heads)}`);
  for (const { title, functions, calls = {}, counts } of phases) {
    const perEntity = callsPerEntity(counts);
    const fits =
      within(counts.withRxjs, functions.budget) && within(perEntity, calls.budget ?? Infinity);
    const ran = [counts.withRxjs, functions.budget, functions.target];
    const called = [perEntity, calls.budget, calls.target];
    const cells = [...ran, ...called].map((cell) => `${cell ?? ''}`);
    console.log(line(title, ...cells, fits ? 'ok' : 'too many'));
  }
}

/** Rounded, so that a budget is readable. */
function callsPerEntity({ calls }) {
  return Math.round((calls / entitiesOfList) * 10) / 10;
}

/** Whether a count – of functions, or of files and functions – stays within its budget. */
function within(measured, budget) {
  const [counts, most] = [[measured].flat(), [budget].flat()];
  return counts.every((count, i) => count <= most[i]);
}

function lowest([budget, measured]) {
  return within(measured, budget) ? measured : budget;
}

function pair([files, functions]) {
  return `${files} / ${functions}`;
}

function nameWithCalls({ name, calls }) {
  return calls === 1 ? name : `${name} ×${calls}`;
}

function line(title, ...cells) {
  return (title.padEnd(28) + cells.map((cell) => cell.padStart(13)).join('')).trimEnd();
}
