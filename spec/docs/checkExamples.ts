import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { type Example, type Page, root } from './readPages.ts';

/** Types of a package that has none, which the test of a page uses. */
const declarations = join(root, 'spec/support/sqlJs.d.ts');

/** Sources and type declarations, parsed once for all checks. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Type errors of all examples of the pages, one line each: `docs/streams.md:12: …`. */
export function checkExamples(pages: readonly Page[]): string[] {
  const modules = new Map(pages.flatMap((page) => [...modulesOf(page)]));
  const options = compilerOptions();
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => modules.has(path) || disk.fileExists(path),
    readFile: (path) => modules.get(path) ?? disk.readFile(path),
    getSourceFile(path, version) {
      const code = modules.get(path);
      if (code !== undefined) return ts.createSourceFile(path, code, version);
      if (!parsed.has(path)) parsed.set(path, disk.getSourceFile(path, version));
      return parsed.get(path);
    },
  };
  const program = ts.createProgram([...modules.keys(), declarations], options, host);
  return [...modules.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      describe,
    );
  });
}

/**
 * One module for the page and one for each standalone block. All other lines are blank, so that
 * line numbers are those of the page.
 */
function* modulesOf(page: Page): Iterable<[path: string, code: string]> {
  const alone = page.examples.filter(({ kind }) => kind === 'standalone');
  const shared = page.examples.filter(({ kind }) => kind !== 'standalone');
  yield [join(root, `${page.path}.tsx`), moduleOf(page, shared)];
  for (const example of alone) {
    const name = example.module ?? `${basename(page.path)}.${example.line}`;
    yield [join(root, dirname(page.path), `${name}.tsx`), moduleOf(page, [example])];
  }
}

function moduleOf({ text }: Page, examples: readonly Example[]): string {
  const lines: string[] = text.split('\n').map(() => '');
  for (const { code, line } of examples) {
    code.split('\n').forEach((part, at) => (lines[line + at] = part));
  }
  return [...lines, 'export {};'].join('\n');
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  const lenient = { noUnusedLocals: false, noUnusedParameters: false, noImplicitOverride: false };
  return { ...options, ...lenient };
}

function describe({ file, start = 0, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (!file) return text;
  const { line } = file.getLineAndCharacterOfPosition(start);
  const page = file.fileName.slice(root.length + 1).replace(/\.md.*/, '.md');
  return `${page}:${line + 1}: ${text}`;
}
