// Counts the files and functions of the built package that run in a few first calls, each in a process of its own (V8 coverage).
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

/**
 * The most files and functions that may run: `kernel` are the rooms from `table` to `store`, `all` is everything. A budget is what was
 * measured when it was set; a target is what the design wants, and does not fail the check.
 */
const scenarios = [
  {
    name: 'fetch',
    title: 'a cold fetch without React',
    kernel: { budget: [49, 345], target: [28, 170] },
    all: { budget: [78, 440] },
  },
  {
    name: 'suspense',
    title: 'a cold useSuspense fetch',
    kernel: { budget: [47, 326] },
    all: { budget: [87, 468], target: [75, Infinity] },
  },
  {
    name: 'optimistic',
    title: 'an optimistic POST',
    kernel: { budget: [51, 392], target: [32, 190] },
    all: { budget: [96, 570] },
  },
  {
    name: 'set',
    title: 'set, then query',
    kernel: { budget: [40, 206], target: [20, 110] },
    all: { budget: [54, 240] },
  },
];

const { values } = parseArgs({
  options: { functions: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const child = fileURLToPath(new URL('paths/run.mjs', import.meta.url));
const run = promisify(execFile);
const env = { ...process.env, NODE_ENV: 'production' };

const measured = [];
for (const scenario of scenarios) {
  const { stdout } = await run(process.execPath, [child, scenario.name], { env });
  measured.push({ ...scenario, ...JSON.parse(stdout) });
}

if (values.json) {
  console.log(JSON.stringify(measured.map(({ name, counts }) => ({ name, ...counts }))));
} else if (values.functions) {
  const { functions } = measured.find(({ name }) => name === values.functions);
  for (const { file, names } of functions) console.log(`${file}: ${names.join(', ')}`);
} else {
  let tooMany = false;
  console.log(
    line('files / functions that run', 'kernel', 'budget', 'target', 'all', 'budget', ''),
  );
  for (const { title, kernel, all, counts } of measured) {
    const fits = within(counts.kernel, kernel.budget) && within(counts.all, all.budget);
    tooMany ||= !fits;
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
  process.exitCode = tooMany ? 1 : 0;
}

function within([files, functions], [mostFiles, mostFunctions]) {
  return files <= mostFiles && functions <= mostFunctions;
}

function pair([files, functions]) {
  return `${files} / ${functions}`;
}

function line(title, ...cells) {
  return title.padEnd(28) + cells.map((cell) => cell.padStart(11)).join('');
}
