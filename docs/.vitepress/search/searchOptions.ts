/**
 * How the search ranks. The page gets the text of these functions, so that they may use nothing but
 * their arguments.
 */
export const searchOptions = {
  /** Words that are short have too many neighbours: `sse` is no `use`. */
  fuzzy: (term: string): number | boolean => (term.length > 5 ? 0.15 : false),
  /** The beginning of a word that is still being typed. */
  prefix: (term: string, index: number, terms: string[]): boolean =>
    index === terms.length - 1 && term.length > 1,
  boost: { title: 2, text: 1.5, titles: 1 },
  /** Guides come first, then lists of defaults and texts about other libraries, then the reference. */
  boostDocument: (id: string, _: string, stored?: Record<string, unknown>): number => {
    if (id.includes('/api/')) return 0.12;
    const isReference = /\/(errors|performance|migrate-|glossary)/.test(id);
    const isTest = /#(test|common-mistakes)$/.test(id);
    // The beginning of a page says what the page is about.
    const isBeginning = (stored?.titles as string[] | undefined)?.length === 0;
    return (isTest ? 0.3 : isReference ? 0.6 : 1) * (isBeginning ? 1.4 : 1);
  },
};
