import ts from 'typescript';
import type { CompletionName, Description, Found, Question } from './messages.ts';
import type { TypeFiles } from './typeFiles.data.ts';

const PROGRAM = '/program.tsx';

/** As strict as the examples of the docs. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  types: [],
};

/** TypeScript's language service for the program in the editor. Its files are in memory. */
export class ProgramTypes {
  readonly #files: TypeFiles;
  readonly #service: ts.LanguageService;
  #code = '';
  #version = 0;

  constructor(files: TypeFiles) {
    this.#files = files;
    const read = (path: string): string | undefined =>
      path === PROGRAM ? this.#code : this.#files[path];
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => [PROGRAM],
      getScriptVersion: (path) => (path === PROGRAM ? `${this.#version}` : '0'),
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: () => '/lib/lib.d.ts',
      fileExists: (path) => read(path) !== undefined,
      readFile: read,
    });
  }

  find(question: Question): Found[Question['about']] {
    const { about, code, at, name = '' } = question;
    if (code !== this.#code) {
      this.#code = code;
      this.#version++;
    }
    if (about === 'type') return this.#typeAt(at);
    return about === 'completions' ? this.#completionsAt(at) : this.#completionAt(at, name);
  }

  #typeAt(at: number): Description | undefined {
    const info = this.#service.getQuickInfoAtPosition(PROGRAM, at);
    return info && descriptionOf(info, info.textSpan);
  }

  #completionsAt(at: number): readonly CompletionName[] {
    const { entries = [] } = this.#service.getCompletionsAtPosition(PROGRAM, at, {}) ?? {};
    return entries.map(({ name, kind, sortText }) => ({ label: name, type: kind, sortText }));
  }

  #completionAt(at: number, name: string): Description | undefined {
    const details = this.#service.getCompletionEntryDetails(
      PROGRAM,
      at,
      name,
      {},
      undefined,
      {},
      undefined,
    );
    return details && descriptionOf(details, { start: at, length: 0 });
  }
}

interface Described {
  readonly displayParts?: ts.SymbolDisplayPart[];
  readonly documentation?: ts.SymbolDisplayPart[];
}

function descriptionOf(described: Described, { start, length }: ts.TextSpan): Description {
  const { displayParts, documentation } = described;
  return {
    from: start,
    to: start + length,
    type: ts.displayPartsToString(displayParts),
    comment: ts.displayPartsToString(documentation),
  };
}
