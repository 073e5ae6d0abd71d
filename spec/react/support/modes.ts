/** The two ways in which everything has to work: `describe.each(modes)('%s', (_, strict) => …)`. */
export const modes: readonly (readonly [name: string, strict: boolean])[] = [
  ['without StrictMode', false],
  ['in StrictMode', true],
];
