import { dirname, join } from 'node:path';
import ts from 'typescript';
import { compilerOptions } from './compilerOptions.ts';

const folder = dirname(__dirname);

/** What an editor shows for each constant of a program, by its name, on one line. */
export function hoversOf(text: string): ReadonlyMap<string, string> {
  const path = join(folder, 'hovers.tsx');
  const options = { ...compilerOptions(), noUnusedLocals: false };
  const read = (name: string) => (name === path ? text : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = read(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: read,
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
  });
  const hovers = new Map<string, string>();
  for (const { index, 1: name } of text.matchAll(/const ([\w$]+) =/g)) {
    const info = service.getQuickInfoAtPosition(path, index + 'const '.length);
    const shown = ts.displayPartsToString(info?.displayParts).replace(/\s+/g, ' ');
    hovers.set(name, shown.replace(`const ${name}: `, ''));
  }
  return hovers;
}
