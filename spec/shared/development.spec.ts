import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { DEVELOPMENT } from '../../src/shared/development.ts';

const source = readFileSync(join(__dirname, '../../src/shared/development.ts'), 'utf8');
const { outputText } = ts.transpileModule(source, {
  compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
});

/** The value of `DEVELOPMENT` in a program with these globals. */
function developmentIn(globals: object, text = outputText): unknown {
  const exports: { DEVELOPMENT?: unknown } = {};
  runInNewContext(text, { ...globals, exports });
  return exports.DEVELOPMENT;
}

/** The file as a bundler writes it. */
const bundled = (mode: string) =>
  outputText.replaceAll('process.env.NODE_ENV', JSON.stringify(mode));

describe('DEVELOPMENT', () => {
  it('is true in specs', () => {
    expect(DEVELOPMENT).toBe(true);
  });

  it('follows NODE_ENV', () => {
    expect(developmentIn({ process: { env: {} } })).toBe(true);
    expect(developmentIn({ process: { env: { NODE_ENV: 'test' } } })).toBe(true);
    expect(developmentIn({ process: { env: { NODE_ENV: 'production' } } })).toBe(false);
  });

  it('is false in a browser without a bundler, and if process has no env', () => {
    expect(developmentIn({})).toBe(false);
    expect(developmentIn({ process: {} })).toBe(false);
  });

  it('follows the value that a bundler inserts, although a browser has no process', () => {
    expect(bundled('development')).not.toBe(outputText);
    expect(developmentIn({}, bundled('development'))).toBe(true);
    expect(developmentIn({}, bundled('production'))).toBe(false);
  });
});
