import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** The outcome of spec files in a process of their own. */
export interface SpecRun {
  readonly failures: readonly string[];
  readonly passed: number;
}

/** Runs spec files in a process of their own, in production mode. */
export function runInProduction(...files: readonly string[]): SpecRun {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
      ...['--selectProjects', 'core', '--json', '--runInBand', '--runTestsByPath'],
      ...files.map((file) => join(root, 'spec', 'hazards', file)),
    ],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  try {
    const report = JSON.parse(stdout) as {
      numPassedTests: number;
      testResults: { message: string; status: string }[];
    };
    const failed = report.testResults.filter(({ status }) => status !== 'passed');
    return { failures: failed.map(({ message }) => message), passed: report.numPassedTests };
  } catch (cause) {
    throw new Error(`The run setSource no report.\n${stdout}\n${stderr}`, { cause });
  }
}
