import { transform } from 'sucrase';
import { modules } from './modules.ts';
import type { Failure } from '../messages.ts';
import type { Recorder } from './Recorder.ts';

/** The values that the module of a program takes from its page. */
interface Given {
  readonly require: (name: string) => unknown;
  readonly exports: { default?: unknown };
}

declare global {
  // Blob modules can import nothing from the bundle.
  var program: Given | undefined;
}

/**
 * Runs TypeScript as a module. Types are removed, not checked. Lines stay where they are, so that
 * errors name the lines of the editor. Returns the default export.
 */
export async function runProgram(code: string, recorder: Recorder): Promise<unknown> {
  const { code: compiled } = transform(code, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
    disableESTransforms: true,
  });
  const given: Given = { require: modules(recorder), exports: {} };
  globalThis.program = given;
  const prelude = 'const { require, exports } = globalThis.program; ';
  const url = URL.createObjectURL(new Blob([prelude, compiled], { type: 'text/javascript' }));
  recorder.start();
  await import(/* @vite-ignore */ url);
  return given.exports.default;
}

/** What failed, and in which line of the program. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), line: undefined };
  const { name, message, stack = '' } = error;
  // Sucrase ends its messages with the place; other errors have the blob of the program in the stack.
  const [place, line] =
    / \((\d+):\d+\)$/.exec(message) ?? /blob:.*?:(\d+):\d+\)?$/m.exec(stack) ?? [];
  const text = `${name}: ${message}`;
  return {
    message: place && text.endsWith(place) ? text.slice(0, -place.length) : text,
    line: line === undefined ? undefined : Number(line),
  };
}
