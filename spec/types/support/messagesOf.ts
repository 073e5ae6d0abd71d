import { dirname, join } from 'node:path';
import ts from 'typescript';
import { compilerOptions } from './compilerOptions.ts';

const folder = dirname(__dirname);

/** Sources and type declarations, parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * The compiler's messages for each piece of code: the underlined text, then the whole message. Each
 * piece is in a function of its own after `prelude`.
 */
export function messagesOf(prelude: string, pieces: readonly string[]): string[][] {
  const path = join(folder, 'messages.tsx');
  const functions = pieces.map((piece, at) => `export function use${at}() { ${piece} }`);
  const text = [prelude, ...functions].join('\n');
  const first = prelude.split('\n').length;
  const options = { ...compilerOptions(), noUnusedLocals: false };
  const disk = ts.createCompilerHost(options);
  const program = ts.createProgram([path], options, {
    ...disk,
    fileExists: (name) => name === path || disk.fileExists(name),
    readFile: (name) => (name === path ? text : disk.readFile(name)),
    getSourceFile(name, version) {
      if (name === path) return ts.createSourceFile(name, text, version, true);
      if (!parsed.has(name)) parsed.set(name, disk.getSourceFile(name, version));
      return parsed.get(name);
    },
  });
  const file = program.getSourceFile(path)!;
  const messages: string[][] = pieces.map(() => []);
  for (const { start = 0, length = 0, messageText } of program.getSemanticDiagnostics(file)) {
    const piece = file.getLineAndCharacterOfPosition(start).line - first;
    messages[piece]?.push(
      `${text.slice(start, start + length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  }
  return messages;
}
