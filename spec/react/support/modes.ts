/** Each spec runs in both modes: `describe.each(modes)('%s', (_, strict) => …)`. */
export const modes: readonly (readonly [name: string, strict: boolean])[] = [
  ['without StrictMode', false],
  ['in StrictMode', true],
];
