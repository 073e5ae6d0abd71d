import ts from 'typescript';
import { compilerOptions } from './compilerOptions.ts';
import { entryPoints } from './entryPoints.ts';

/**
 * The declaration files that a user's compiler reads, by path: those of the entry points and of
 * their imports.
 */
export function emittedDeclarations(): Map<string, string> {
  const declarations = new Map<string, string>();
  const options: ts.CompilerOptions = {
    ...compilerOptions(),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    stripInternal: true,
    noCheck: true,
    types: [],
  };
  const program = ts.createProgram(entryPoints(), options);
  program.emit(undefined, (path, text) => declarations.set(path, text), undefined, true);
  return declarations;
}
