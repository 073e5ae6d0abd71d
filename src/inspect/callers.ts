// Names of the code that called the library, from stacks.

/** `    at useUser (http://localhost/src/user.ts:12:3)`, or `useUser@http://localhost/src/user.ts:12:3`. */
const FRAME = /^\s*(?:at )?(?:(?:async |new )?([^\s@(]*)(?: \[as [^\]]+\])?\s?[@(])?(.*?)\)?$/;

/** Code between the library and that of the program. */
const PACKAGES = /\/(?:node_modules|rxjs)\/|^node:/;

/** Components have such names, hooks have others. */
const COMPONENT = /^[A-Z]/;

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
  return lines.map((text) => {
    const [, name = '', place = ''] = FRAME.exec(text) ?? [];
    const [, file = place, line = ''] = /^(.*?)(?:\?[^:]*)?:(\d+):\d+$/.exec(place) ?? [];
    // `Object.Page`, `Module.Page`: the part after the last dot.
    return { name: name.slice(name.lastIndexOf('.') + 1), file: file.replaceAll('\\', '/'), line };
  });
}

/** The folder of the library: of the sources, of the package, or of the chunks of a bundler. */
const folder = /* @__PURE__ */ folderOfLibrary();

function folderOfLibrary(): string {
  return framesOf(new Error().stack ?? '')[0]?.file.replace(/(?:inspect\/)?[^/]*$/, '') ?? '';
}

/** The frames of the program on the present stack, innermost first. */
function framesOfProgram(): Frame[] {
  // The cast holds: V8 reads this member, and other engines ignore it.
  const limits = Error as { stackTraceLimit?: number };
  const { stackTraceLimit } = limits;
  // Between a component and its hook, or a subscriber and the store, there may be many operators.
  limits.stackTraceLimit = 60;
  const frames = framesOf(new Error().stack ?? '');
  limits.stackTraceLimit = stackTraceLimit;
  return frames.filter(
    ({ file }) => file !== '' && !file.startsWith(folder) && !PACKAGES.test(file),
  );
}

/** The component that renders; `undefined` if its name is unknown. Call it in a hook. */
export function renderingComponent(): string | undefined {
  return framesOfProgram().find(({ name }) => COMPONENT.test(name))?.name;
}

/** The function that called the library, such as `main (app.ts:12)`; `undefined` if it is unknown. */
export function callingFunction(): string | undefined {
  const frame = framesOfProgram()[0];
  if (!frame) return undefined;
  const place = `${frame.file.slice(frame.file.lastIndexOf('/') + 1)}:${frame.line}`;
  return frame.name === '' ? place : `${frame.name} (${place})`;
}
