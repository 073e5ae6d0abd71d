import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { run } from '../../../src/tools/codemod/run.ts';

const fixtures = join(__dirname, 'fixtures');
const packages = join(__dirname, '..', '..', '..', 'node_modules');

/** Programs for Data Client are not as strict as this repository. */
const optionsOfApps = { noImplicitOverride: false, noUnusedParameters: false };

const apps = ['todo', 'blog', 'ticker'];

/** The files of a folder, by path. */
function textsOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  return Object.fromEntries(
    paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

// `UPDATE_FIXTURES=1 npx jest spec/tools/codemod/apps` writes `after`.
describe.each(apps)('the codemod on the app %s', (name) => {
  const before = join(fixtures, name, 'before');
  const after = join(fixtures, name, 'after');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codemod-'));
    cpSync(before, join(folder, 'app'), { recursive: true });
    symlinkSync(packages, join(folder, 'node_modules'), 'junction');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes nothing without --write, and reports what it would change', () => {
    const { output } = run(['app'], folder);
    expect(textsOf(join(folder, 'app'))).toEqual(textsOf(before));
    for (const path of Object.keys(textsOf(before))) expect(output).toContain(path);
    expect(output).toContain('Nothing is written yet: add --write.');
  });

  it('makes the app whose specs pass on streambed', () => {
    const { code } = run(['app', '--write'], folder);
    if (process.env.UPDATE_FIXTURES) cpSync(join(folder, 'app'), after, { recursive: true });
    expect(textsOf(join(folder, 'app'))).toEqual(textsOf(after));
    expect(code).toBe(0);
  });

  it('changes nothing when it runs again', () => {
    run(['app', '--write'], folder);
    const { output, code } = run(['app', '--write'], folder);
    expect(textsOf(join(folder, 'app'))).toEqual(textsOf(after));
    expect(output).toMatch(/, 0 changed; 0 places to look at/);
    expect(code).toBe(0);
  });
});

it('the apps compile with the types of streambed', () => {
  const config = join(packages, '..', 'tsconfig.json');
  const { options } = ts.getParsedCommandLineOfConfigFile(config, optionsOfApps, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
    },
  })!;
  const paths = apps.flatMap((name) => {
    const after = join(fixtures, name, 'after');
    return Object.keys(textsOf(after)).map((path) => join(after, path));
  });
  const program = ts.createProgram(paths, options);
  const problems = paths.flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  expect(
    problems.map(({ file, messageText }) => [
      file?.fileName,
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ]),
  ).toEqual([]);
}, 120_000);
