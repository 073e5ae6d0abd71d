import ts from 'typescript';

type Globals = Readonly<Record<string, unknown>>;
type Program<R> = (...given: unknown[]) => R;
type MakeProgram<R> = new (...parts: string[]) => Program<R>;

/** Runs the code of examples as one CommonJS module that awaits. `given`: its globals, by name. */
export async function runCode(code: string, given: Globals): Promise<void> {
  await run(async () => {}, code, given);
}

/** The same without awaiting. */
export function runCodeAtOnce(code: string, given: Globals): void {
  run(() => {}, code, given);
}

function run<R>({ constructor }: Program<R>, code: string, given: Globals): R {
  const { outputText } = ts.transpileModule(code, {
    fileName: 'example.tsx',
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      jsx: ts.JsxEmit.ReactJSX,
      esModuleInterop: true,
    },
  });
  // The cast holds: the constructor of a function makes functions of that kind.
  const Make = constructor as MakeProgram<R>;
  return new Make(...Object.keys(given), outputText)(...Object.values(given));
}
