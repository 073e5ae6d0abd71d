// Compiles a large program against the built declarations, and compares the cost with a budget.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { largeProgram } from './largeProgram.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ENDPOINTS_PER_KIND = 5;
const KINDS = 60;

/**
 * What 300 endpoints, 60 resources and their uses may cost beside the import of the package: what was measured when the budget was set, and
 * a fifth. Counts are the same on every machine; times are shown, and do not fail the check.
 */
const budgets = { instantiations: 402_000, types: 63_000 };
/** Twice the endpoints may cost twice as much, and a tenth. */
const GROWTH = 2.1;

const empty = costOf(0);
const half = less(costOf(KINDS / 2), empty);
const whole = less(costOf(KINDS), empty);
const growth = whole.instantiations / half.instantiations;

const rows = [
  [
    '',
    `${(KINDS / 2) * ENDPOINTS_PER_KIND} endpoints`,
    `${KINDS * ENDPOINTS_PER_KIND} endpoints`,
    'budget',
    '',
  ],
  ...Object.entries(budgets).map(([name, budget]) => [
    name,
    count(half[name]),
    count(whole[name]),
    count(budget),
    whole[name] <= budget ? 'ok' : `over by ${count(whole[name] - budget)}`,
  ]),
  ['growth', '', growth.toFixed(2), GROWTH.toFixed(2), growth <= GROWTH ? 'ok' : 'not linear'],
  ['check time', `${half.checkTime.toFixed(2)} s`, `${whole.checkTime.toFixed(2)} s`, '', ''],
];
for (const [name, ...columns] of rows) {
  const verdict = columns.pop();
  console.log(
    `${name.padEnd(16)}${columns.map((text) => text.padStart(16)).join('')}  ${verdict}`.trimEnd(),
  );
}
if (growth > GROWTH || Object.entries(budgets).some(([name, budget]) => whole[name] > budget)) {
  console.error('\nThe types have become too expensive: `tsc --generateTrace` shows which.');
  process.exitCode = 1;
}

/** Compiles in a folder of its own, which sees the package as users do. */
function costOf(kinds) {
  const folder = mkdtempSync(join(tmpdir(), 'streambed-types-'));
  try {
    mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
    symlinkSync(root, join(folder, 'node_modules', 'streambed'));
    for (const name of ['rxjs', 'react', '@types/react']) {
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2022',
      module: 'nodenext',
      types: [],
    };
    const files = { ...largeProgram(kinds), 'package.json': '{ "type": "module" }' };
    files['tsconfig.json'] = JSON.stringify({ compilerOptions });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const tsc = join(root, 'node_modules', '.bin', 'tsc6');
    const { status, stdout } = spawnSync(tsc, ['-p', '.', '--extendedDiagnostics'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The program does not compile:\n${stdout}`);
    const read = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)[1]);
    return {
      instantiations: read('Instantiations'),
      types: read('Types'),
      checkTime: read('Check time'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function less(cost, base) {
  return Object.fromEntries(
    Object.entries(cost).map(([name, value]) => [name, value - base[name]]),
  );
}

function count(value) {
  return value.toLocaleString('en');
}
