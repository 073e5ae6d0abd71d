import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { plant, readLibrary } from '../defects/plant.ts';
import { ruleDefects, type RuleDefect } from './ruleDefects.ts';

const root = process.cwd();
const library = readLibrary();
/** A copy of the sources and of the specs, in which defects are planted. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'));
  const parts = ['src', 'spec', 'package.json', 'tsconfig.json', 'jest.config.js'];
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  await mkdir(join(folder, 'stories'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true }));

/** How many specs pass, and how many fail. */
function outcomeOf({ spec, title }: RuleDefect): Promise<{ passed: number; failed: number }> {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const chosen = ['--selectProjects', 'core', '--testPathPatterns', spec, '-t', title];
  return new Promise((resolve) => {
    execFile(process.execPath, [jest, '-i', ...chosen], { cwd: folder }, (_, stdout, stderr) => {
      const count = (what: string): number =>
        Number(new RegExp(`^Tests:.* (\\d+) ${what}`, 'm').exec(stdout + stderr)?.[1] ?? 0);
      resolve({ passed: count('passed'), failed: count('failed') });
    });
  });
}

describe('the specs of the outbox and of tabs', () => {
  it('have defects with an anchor in the sources', () => {
    for (const defect of ruleDefects) expect(plant(defect, library).text).toBeDefined();
  });

  it.each(ruleDefects)('find that $what', async (defect) => {
    const { path, text } = plant(defect, library);
    const file = join(folder, relative(root, path));
    await writeFile(file, text);
    const { failed } = await outcomeOf(defect);
    expect(failed).toBeGreaterThan(0);
    await writeFile(file, library.get(path)!);
  });

  it('pass without a defect', async () => {
    for (const defect of [ruleDefects[0], ruleDefects.at(-1)!]) {
      const { passed, failed } = await outcomeOf(defect);
      expect(failed).toBe(0);
      expect(passed).toBeGreaterThan(0);
    }
  });
});
