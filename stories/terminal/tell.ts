import { paint, type Colour } from './paint.ts';

const started = performance.now();

/** Prints one line: seconds since the start, who says it, what. */
export function tell(who: string, what: string, colour: Colour = 'cyan'): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(3).padStart(7);
  console.log(`${paint('dim', `${seconds} s`)}  ${paint(colour, who.padEnd(8))}  ${what}`);
}
