import type { LogEntry, LoggerOptions } from './LoggerOptions.ts';
import type { LogLines } from './logLines.ts';

/** Colours that can be read on light and dark consoles. */
const COLORS = { write: '#2e8b57', request: '#4a7fd6', failure: '#d64545' } as const;

/** The same for terminals: green, blue, red. */
const ANSI = { write: 32, request: 34, failure: 31 } as const;

const DIM = 'color: #808080; font-weight: normal';

/** The parts of Node's `process` that decide about colours; elsewhere there is none. */
interface Terminal {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly stdout?: { readonly isTTY?: boolean };
  };
}

/** Writes entries as groups in browsers, and as blocks of lines elsewhere. */
export function printerFor({
  collapsed = true,
  console: output = console,
  timestamps = true,
}: LoggerOptions): (entry: LogEntry, lines: LogLines) => void {
  const timeOf = ({ at }: LogLines): string => (timestamps ? clockTime(at) : '');
  if (typeof document !== 'undefined') {
    const isClosed = typeof collapsed === 'function' ? collapsed : () => collapsed;
    return (entry, lines) => {
      const { details, title, tone } = lines;
      const time = timeOf(lines);
      const head = [
        `%c${escaped(title)}${time && ` %c${time}`}`,
        `color: ${COLORS[tone]}; font-weight: bold`,
        ...(time ? [DIM] : []),
      ];
      if (details.length === 0) return output.log(...head);
      if (isClosed(entry)) output.groupCollapsed(...head);
      else output.group(...head);
      for (const [label, text] of details)
        output.log(`%c${label.padEnd(8)}%c ${escaped(text)}`, DIM, '');
      output.groupEnd();
    };
  }
  const hasColors = isColorful(globalThis as Terminal);
  const painted = (code: number, text: string): string =>
    hasColors && text !== '' ? `\u001B[${code}m${text}\u001B[0m` : text;
  return (_entry, lines) => {
    const { details, title, tone } = lines;
    const time = painted(2, timeOf(lines));
    const head = [painted(ANSI[tone], title), time].filter((part) => part !== '').join(' ');
    const block = details.map(([label, text]) => `  ${painted(2, label.padEnd(8))} ${text}`);
    output.log([head, ...block].join('\n'));
  };
}

function isColorful({ process }: Terminal): boolean {
  return process?.stdout?.isTTY === true && !process.env?.NO_COLOR;
}

/** In the first argument of `console.log`, `%` begins a placeholder. */
function escaped(text: string): string {
  return text.replaceAll('%', '%%');
}

/** `14:02:07.120`, by the clock of the page. */
function clockTime(at: number): string {
  const date = new Date(at);
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const parts = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0'));
  return `${parts.join(':')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
