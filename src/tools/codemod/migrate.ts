import type ts from 'typescript';
import { isDataClient } from './dataClientNames.ts';
import { Imports } from './Imports.ts';
import { Roles } from './Roles.ts';
import { Origins } from './Origins.ts';
import { endpoints } from './rules/endpoints.ts';
import { entities } from './rules/entities.ts';
import { fixtures } from './rules/fixtures.ts';
import { managers } from './rules/managers.ts';
import { modules } from './rules/modules.ts';
import { providers } from './rules/providers.ts';
import { reads } from './rules/reads.ts';
import { removedCreate } from './rules/removedCreate.ts';
import type { Rule } from './rules/Rule.ts';
import { snapshots } from './rules/snapshots.ts';
import { storeCalls } from './rules/storeCalls.ts';
import { testKit } from './rules/testKit.ts';
import { type Finding, Source } from './Source.ts';
import type { TypeScript } from './TypeScript.ts';

/** The program to migrate. Paths are absolute, with forward slashes. */
export interface Program {
  readonly files: ReadonlyMap<string, string>;
  /** The file of the program that a module name leads to, or `undefined`. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
}

/** A line of the report. */
export interface Report {
  /** From 1, in the text before and after the edits. */
  readonly line: number;
  readonly newLine: number;
  readonly type: Finding['type'];
  readonly message: string;
}

/** A file with edits or with something to look at. */
export interface MigratedFile {
  readonly path: string;
  readonly text: string;
  readonly isChanged: boolean;
  readonly reports: readonly Report[];
}

const rules: readonly Rule[] = [
  modules,
  providers,
  storeCalls,
  removedCreate,
  entities,
  endpoints,
  snapshots,
  reads,
  managers,
  testKit,
  fixtures,
];

/** Rewrites the files that use Data Client. Pure: it reads and writes nothing but its arguments. */
export function migrate(typescript: TypeScript, program: Program): readonly MigratedFile[] {
  const texts = [...program.files.values()];
  if (!texts.some((text) => text.includes('@data-client/'))) return [];
  const isForServers = texts.some((text) => ofServers.test(text));
  const compiled = compile(typescript, program);
  const origins = new Origins(typescript, compiled.getTypeChecker());
  const roles = new Roles(typescript, origins);
  return [...program.files.keys()].flatMap((path) => {
    const file = compiled.getSourceFile(path);
    if (!file) return [];
    const source = new Source(typescript, file, origins, roles, isForServers);
    const [problem] = compiled.getSyntacticDiagnostics(file);
    const migrated = problem ? unparsed(source, problem) : migrateFile(source);
    return migrated ? [migrated] : [];
  });
}

/** Modules of programs that are rendered on servers. */
const ofServers =
  /from\s+['"](?:next(?:\/[^'"]*)?|react-dom\/server|@data-client\/(?:react\/)?(?:nextjs|ssr))['"]/;

/** A file with a syntax error stays as it is. */
function unparsed(
  source: Source,
  { start = 0, messageText }: ts.Diagnostic,
): MigratedFile | undefined {
  if (!source.importsDataClient) return undefined;
  const line = lineAt(source.text, start);
  const reason = source.ts.flattenDiagnosticMessageText(messageText, ' ');
  const message = `not changed, because it cannot be parsed: ${reason}`;
  return {
    path: source.file.fileName,
    text: source.text,
    isChanged: false,
    reports: [{ line, newLine: line, type: 'look', message }],
  };
}

function migrateFile(source: Source): MigratedFile | undefined {
  const imports = new Imports(source);
  source.forEachNode((node) => rules.forEach((rule) => rule(node, source, imports)));
  imports.finish();
  if (source.findings.length === 0 && source.edits.isEmpty) return undefined;
  const text = source.edits.apply(source.text);
  const reports = [
    ...new Map(source.findings.map((one) => [`${one.at} ${one.message}`, one])).values(),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ at, type, message }) => ({
      line: lineAt(source.text, at),
      newLine: lineAt(text, source.edits.moved(at)),
      type,
      message,
    }));
  return { path: source.file.fileName, text, isChanged: text !== source.text, reports };
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** A program of the given files only: neither libraries nor packages are read. */
function compile(typescript: TypeScript, { files, resolve }: Program): ts.Program {
  const { JsxEmit, ModuleKind, ScriptTarget } = typescript;
  const options: ts.CompilerOptions = {
    allowJs: true,
    jsx: JsxEmit.Preserve,
    module: ModuleKind.ESNext,
    noLib: true,
    target: ScriptTarget.ESNext,
    types: [],
  };
  const host: ts.CompilerHost = {
    fileExists: (path) => files.has(path),
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => 'lib.d.ts',
    getNewLine: () => '\n',
    getSourceFile(path, version) {
      const text = files.get(path);
      return text === undefined
        ? undefined
        : typescript.createSourceFile(path, text, version, true);
    },
    readFile: (path) => files.get(path),
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const path = isDataClient(text) ? undefined : resolve(text, from);
        const extension = path && /\.[cm]?[jt]sx?$/.exec(path)?.[0];
        return {
          resolvedModule: path && extension ? { resolvedFileName: path, extension } : undefined,
        };
      }),
    useCaseSensitiveFileNames: () => true,
    writeFile() {},
  };
  return typescript.createProgram([...files.keys()], options, host);
}
