import { messagesOf } from './messagesOf.ts';

/** Incorrect code, the position that the compiler names, and its message. */
export type Mistake = readonly [code: string, place: string, reason: RegExp];

/** Checks that each mistake after the prelude is reported once, at its position, with a helpful message. */
export function describeMessages(
  title: string,
  prelude: string,
  mistakes: readonly Mistake[],
): void {
  // Compiled while the file is loaded: no test waits for it.
  const messages = messagesOf(
    prelude,
    mistakes.map(([code]) => code),
  );

  describe(title, () => {
    it.each(mistakes.map((mistake, at) => [...mistake, messages[at]] as const))(
      'names what is wrong: %s',
      (_code, place, reason, said) => {
        expect(said).toHaveLength(1);
        expect(said[0].startsWith(`${place}: `) ? place : said[0]).toBe(place);
        expect(said[0]).toMatch(reason);
      },
    );
  });
}
