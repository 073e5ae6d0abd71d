// Names of the code that called the library, from stacks.

/** `    at useUser (http://localhost/src/user.ts:12:3)`, or `useUser@http://localhost/src/user.ts:12:3`. */
const FRAME = /^\s*(?:at )?(?:(?:async |new )?([^\s@(]*)(?: \[as [^\]]+\])?\s?[@(])?(.*?)\)?$/;

/** Code between the library and that of the program. */
const PACKAGES = /\/(?:node_modules|rxjs)\/|^node:/;

/** Components have such names. */
const COMPONENT = /^[A-Z]/;

/** Hooks have such names. */
const HOOK = /^use[A-Z]/;

/** The functions of the library and of RxJS that programs call. */
const CALLED = /^_?(?:fetch|fetchIfStale|getValue|observe|refetch|subscribe|_?trySubscribe)$/;

interface Frame {
  /** The function; empty if it has no name. */
  readonly name: string;
  /** The file, without its query. */
  readonly file: string;
  readonly line: string;
}

function framesOf(stack: string): Frame[] {
  const lines = stack.split('\n');
  if (/^\w*Error\b/.test(lines[0])) lines.shift();
  const frames = lines.map((text) => {
    const [, name = '', location = ''] = FRAME.exec(text) ?? [];
    const [, file = location, line = ''] = /^(.*?)(?:\?[^:]*)?:(\d+):\d+$/.exec(location) ?? [];
    // `Object.Page`, `Module.Page`: the part after the last dot.
    return { name: name.slice(name.lastIndexOf('.') + 1), file: file.replaceAll('\\', '/'), line };
  });
  // Of functions of the language, such as `Promise` and `Array.map`.
  return frames.filter(({ file }) => file !== '<anonymous>');
}

/** The component that renders; `undefined` if its name is unknown. */
export function componentIn(stack: string): string | undefined {
  const frames = framesOf(stack);
  const hook = frames.findIndex(({ name }) => HOOK.test(name));
  return frames.slice(hook + 1).find(({ name }) => COMPONENT.test(name))?.name;
}

/**
 * The function of the program that called the library, such as `main (app.ts:12)`; `undefined` if it
 * is unknown. `folder`: that of the library.
 */
export function functionIn(stack: string, folder: string): string | undefined {
  const frames = framesOf(stack).filter(({ file }) => file !== '' && !PACKAGES.test(file));
  const frame = frames.find(({ file }) => !file.startsWith(folder)) ?? frameByName(frames);
  if (!frame) return undefined;
  const location = `${frame.file.slice(frame.file.lastIndexOf('/') + 1)}:${frame.line}`;
  return frame.name === '' ? location : `${frame.name} (${location})`;
}

/** If the program and the library are in one bundle, only names tell them apart. */
function frameByName(frames: readonly Frame[]): Frame | undefined {
  const called = frames.findIndex(({ name }) => CALLED.test(name));
  return called < 0 ? undefined : frames.slice(called).find(({ name }) => !CALLED.test(name));
}

/** The folder of the library: of the sources, of the package, or of the chunks of a bundler. */
const folder = /* @__PURE__ */ folderOfLibrary();

function folderOfLibrary(): string {
  return (
    framesOf(new Error().stack ?? '')[0]?.file.replace(/(?:tools\/inspect\/)?[^/]*$/, '') ?? ''
  );
}

/** More frames than between a component and the hook that it calls, or a subscriber and the store. */
const FRAMES = 40;

/** What called the library at a moment. The stack is read on demand: that takes longer than to keep it. */
export class Caller {
  readonly #error: Error;

  constructor() {
    // The cast holds: V8 reads this member, and other engines ignore it.
    const limits = Error as { stackTraceLimit?: number | undefined };
    const { stackTraceLimit } = limits;
    limits.stackTraceLimit = FRAMES;
    this.#error = new Error();
    limits.stackTraceLimit = stackTraceLimit;
  }

  get component(): string | undefined {
    return componentIn(this.#error.stack ?? '');
  }

  get function(): string | undefined {
    return functionIn(this.#error.stack ?? '', folder);
  }
}
