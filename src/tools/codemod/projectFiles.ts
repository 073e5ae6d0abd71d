import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type ts from 'typescript';
import type { Program } from './migrate.ts';
import type { TypeScript } from './TypeScript.ts';

const sources = /(?<!\.d)\.[cm]?[jt]sx?$/;
const ignoredFolders = new Set(['node_modules', '.git', 'dist', 'build', 'coverage', '.next']);

/** The source files below paths, as absolute paths; folders of packages and of builds are left out. */
export function listFiles(paths: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (path: string, isGiven: boolean): void => {
    if (statSync(path).isFile()) {
      if (isGiven || sources.test(path)) found.add(path);
      return;
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const isSource = entry.isFile() && sources.test(entry.name);
      const isFolder = entry.isDirectory() && !ignoredFolders.has(entry.name);
      if (isSource || isFolder) visit(join(path, entry.name), false);
    }
  };
  for (const path of paths) visit(resolve(path), true);
  return [...found].sort();
}

/** Reads files into a program whose modules are resolved as the nearest tsconfig.json says. */
export function readProgram(typescript: TypeScript, paths: readonly string[]): Program {
  const files = new Map(paths.map((path) => [forwardSlashes(path), readFileSync(path, 'utf8')]));
  const byFolder = new Map<string, ts.CompilerOptions>();
  const optionsOf = (folder: string): ts.CompilerOptions => {
    let options = byFolder.get(folder);
    if (!options) byFolder.set(folder, (options = compilerOptions(typescript, folder)));
    return options;
  };
  return {
    files,
    resolve(specifier, from) {
      const options = optionsOf(dirname(from));
      const { resolvedModule } = typescript.resolveModuleName(
        specifier,
        from,
        options,
        typescript.sys,
      );
      const path = resolvedModule && forwardSlashes(resolvedModule.resolvedFileName);
      return path !== undefined && files.has(path) ? path : undefined;
    },
  };
}

function compilerOptions(typescript: TypeScript, folder: string): ts.CompilerOptions {
  const {
    findConfigFile,
    ModuleKind,
    ModuleResolutionKind,
    parseJsonConfigFileContent,
    readConfigFile,
    sys,
  } = typescript;
  const path = findConfigFile(folder, (name) => sys.fileExists(name));
  const read = path === undefined ? undefined : readConfigFile(path, (name) => sys.readFile(name));
  // Only the options matter here, not the files of the configuration.
  const host = { ...sys, readDirectory: () => [] };
  const { options } = parseJsonConfigFileContent(
    read?.config ?? {},
    host,
    path ? dirname(path) : folder,
  );
  return {
    ...options,
    allowJs: true,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
  };
}

/** The form that the compiler uses on Windows too. */
function forwardSlashes(path: string): string {
  return path.split(sep).join('/');
}
