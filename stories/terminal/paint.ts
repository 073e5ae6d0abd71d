const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** The colours of {@link paint}. */
export type Colour = keyof typeof codes;

const coloured = process.stdout.isTTY && !process.env.NO_COLOR;

/** Text in a colour on a terminal, and plain text elsewhere (a pipe, `NO_COLOR`). */
export function paint(colour: Colour, text: string): string {
  return coloured ? `\u001B[${codes[colour]}m${text}\u001B[0m` : text;
}
