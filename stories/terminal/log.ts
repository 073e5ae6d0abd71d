import { paint, type Colour } from './paint.ts';

const started = performance.now();

/** Prints one line: seconds since the start, source, text. */
export function log(source: string, text: string, colour: Colour = 'cyan'): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(3).padStart(7);
  console.log(`${paint('dim', `${seconds} s`)}  ${paint(colour, source.padEnd(8))}  ${text}`);
}
